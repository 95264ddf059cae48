# find_package(tactus-io) gives tactus-io::shared and tactus-io::static.
include(${CMAKE_CURRENT_LIST_DIR}/tactus-io-targets.cmake)
