// SPDX-License-Identifier: Apache-2.0
// expect: error "structures with big-endian numbers (scalar_storage_order) are an extension of gcc's that clang does not have"
// options: -fsso-struct=big-endian
int main(void) { return 0; }
