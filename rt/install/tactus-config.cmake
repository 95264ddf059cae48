# find_package(tactus) gives tactus::tactus, the library of tactus.h, tactus::kernel, and tactus::config, which reads
# model and rig files.
include(CMakeFindDependencyMacro)
find_dependency(PkgConfig)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
include(${CMAKE_CURRENT_LIST_DIR}/tactus-targets.cmake)
