# Writes HEADER with the program's version, COMPILER and FLAGS; runs in every build.
#   a tag v1.2.3 gives 1.2.3 or 1.2.3-4-gabcdef0; without one it is VERSION and the commit
cmake_minimum_required(VERSION 3.25)

function(ask_git result)
  execute_process(COMMAND git -C ${SOURCE} ${ARGN} OUTPUT_VARIABLE text ERROR_QUIET
      OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed)
    set(text "")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

ask_git(described describe --tags --dirty --match "v[0-9]*")
ask_git(commit describe --always --dirty --exclude "*")
if(described)
  string(REGEX REPLACE "^v" "" version "${described}")
elseif(commit)
  set(version "${VERSION}+${commit}")
else()
  set(version "${VERSION}")
endif()

file(CONFIGURE OUTPUT "${HEADER}" @ONLY CONTENT
"// Written by rt/build.cmake.
#ifndef TAC_BUILD_H
#define TAC_BUILD_H

#define TAC_VERSION \"@version@\"
#define TAC_COMPILER \"@COMPILER@\"
#define TAC_BUILD_FLAGS \"@FLAGS@\"

#endif
")
