// Which build this is, for `clinic --version`.
#include "common/view.hpp"

CLINIC_API const char* clinic_build() { return BUILD_NAME; }
