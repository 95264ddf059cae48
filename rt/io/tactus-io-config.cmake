# find_package(tactus-io) gives tactus-io::tactus-io, which is tactus-io::shared, and tactus-io::static.
include(${CMAKE_CURRENT_LIST_DIR}/tactus-io-targets.cmake)
if(NOT TARGET tactus-io::tactus-io)
  add_library(tactus-io::tactus-io ALIAS tactus-io::shared)
endif()
