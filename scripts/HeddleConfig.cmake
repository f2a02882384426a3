# SPDX-License-Identifier: Apache-2.0
# find_package(Heddle): the program as Heddle_EXECUTABLE, and tests that are checks.
#
#   heddle_add_check(NAME queue
#                    SOURCES test/queue_harness.c src/queue.c
#                    OPTIONS --property race -Iinclude
#                    ARGS 3
#                    EXPECT "violated data-race")
#
# adds a test to CTest that passes if the check is as expected; without EXPECT it must hold. Paths are relative to the current
# source directory. It is written as a project file of heddle's, build/heddle/NAME.yml, which 'heddle check --project' runs.

get_filename_component(_heddle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(Heddle_EXECUTABLE NAMES heddle HINTS "${_heddle_prefix}/bin")
unset(_heddle_prefix)
if(NOT Heddle_EXECUTABLE)
    set(Heddle_FOUND FALSE)
    set(Heddle_NOT_FOUND_MESSAGE "there is no program heddle; set Heddle_EXECUTABLE")
    return()
endif()

# The texts of a list, whose name is given, for YAML. None is lost, not even an empty one.
function(_heddle_quote out list)
    set(quoted)
    foreach(text IN LISTS ${list})
        string(REPLACE "\\" "\\\\" text "${text}")
        string(REPLACE "\"" "\\\"" text "${text}")
        string(REPLACE "\n" "\\n" text "${text}")
        string(REPLACE "\t" "\\t" text "${text}")
        string(APPEND quoted "\"${text}\", ")
    endforeach()
    set(${out} "[${quoted}]" PARENT_SCOPE)
endfunction()

function(heddle_add_check)
    cmake_parse_arguments(PARSE_ARGV 0 check "" "NAME;EXPECT" "SOURCES;OPTIONS;ARGS")
    if(check_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "heddle_add_check: what is ${check_UNPARSED_ARGUMENTS}? "
                            "There are NAME, SOURCES, OPTIONS, ARGS and EXPECT")
    endif()
    if("${check_NAME}" STREQUAL "" OR "${check_SOURCES}" STREQUAL "")
        message(FATAL_ERROR "heddle_add_check needs a NAME and SOURCES")
    endif()
    _heddle_quote(name check_NAME)
    string(REGEX REPLACE "^\\[(.*), \\]$" "\\1" name "${name}")
    _heddle_quote(directory CMAKE_CURRENT_SOURCE_DIR)
    string(REGEX REPLACE "^\\[(.*), \\]$" "\\1" directory "${directory}")
    _heddle_quote(files check_SOURCES)
    _heddle_quote(options check_OPTIONS)
    _heddle_quote(args check_ARGS)
    string(CONCAT text "directory: ${directory}\n" "checks:\n" "  ${name}:\n" "    files: ${files}\n"
                       "    options: ${options}\n" "    args: ${args}\n")
    if(check_EXPECT)
        string(APPEND text "    expect: ${check_EXPECT}\n")
    endif()
    string(MAKE_C_IDENTIFIER "${check_NAME}" file)
    if(NOT "${file}" STREQUAL "${check_NAME}")  # other names may be made the same
        string(SHA1 hash "${check_NAME}")
        string(SUBSTRING "${hash}" 0 8 hash)
        string(APPEND file "-${hash}")
    endif()
    set(file "${CMAKE_CURRENT_BINARY_DIR}/heddle/${file}.yml")
    file(GENERATE OUTPUT "${file}" CONTENT "${text}")
    add_test(NAME "${check_NAME}" COMMAND "${Heddle_EXECUTABLE}" check --project "${file}")
    set_tests_properties("${check_NAME}" PROPERTIES LABELS heddle)
endfunction()
