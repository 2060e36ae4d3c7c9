// Numpy arrays as C++ sees them: a pointer and the length of each dimension, row by row.
//
// A NamedTuple of arrays in Python is a struct of views here, with the same fields in the same order;
// solvers/native/__init__.py makes one of the other and checks types, dimensions and sizes.
#pragma once

#include <cstdint>

#if defined(_WIN32)
#define CLINIC_API extern "C" __declspec(dllexport)
#else
#define CLINIC_API extern "C" __attribute__((visibility("default")))
#endif

namespace clinic {

using i8 = std::int8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u64 = std::uint64_t;

template <class T, int Dimensions>
struct View {
    T* data;
    i64 shape[Dimensions];

    template <class... Index>
    T& operator()(Index... index) const {
        static_assert(sizeof...(Index) == Dimensions);
        return data[offset(index...)];
    }

    // The part behind some first indices: a row of a table, a table of a list of tables.
    template <class... Index>
    T* at(Index... index) const {
        static_assert(sizeof...(Index) < Dimensions);
        i64 place = offset(index...);
        for (int k = sizeof...(Index); k < Dimensions; ++k) place *= shape[k];
        return data + place;
    }

    i64 size() const {
        i64 total = 1;
        for (i64 length : shape) total *= length;
        return total;
    }

  private:
    template <class... Index>
    i64 offset(Index... index) const {
        i64 place = 0;
        int k = 0;
        ((place = place * (k ? shape[k] : 1) + static_cast<i64>(index), ++k), ...);
        return place;
    }
};

}  // namespace clinic
