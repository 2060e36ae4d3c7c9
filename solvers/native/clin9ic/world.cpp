#include "clin9ic/world.hpp"

#include <algorithm>

namespace clinic::clin9ic {

namespace {

template <class To, class From, std::size_t Many>
void copy_row(To (&to)[Many], const From (&from)[Many]) {
    std::transform(from, from + Many, to, [](From one) { return static_cast<To>(one); });
}

Rules rules_of(const Tables& tables, const Numbers& n) {
    auto plain = [](i64 number) { return static_cast<int>(number); };
    Rules r{};
    r.entrance_price = plain(n.entrance_price);
    r.garden_price = plain(n.garden_price);
    r.pillar_price = plain(n.pillar_price);
    r.cube_price = plain(n.cube_price);
    r.cubes_price = plain(n.cubes_price);
    r.floor_price = plain(n.floor_price);
    r.upgrade_price = plain(n.upgrade_price);
    r.lot_price = plain(n.lot_price);
    r.lot_spaces = plain(n.lot_spaces);
    r.most_cubes = plain(n.most_cubes);
    r.most_entrances = plain(n.most_entrances);
    r.most_gardens = plain(n.most_gardens);
    r.most_pillars = plain(n.most_pillars);
    r.most_nurses = plain(n.most_nurses);
    r.most_orderlies = plain(n.most_orderlies);
    copy_row(r.hire_prices, n.hire_prices);
    copy_row(r.pay, n.pay);
    copy_row(r.salaries, n.salaries);
    copy_row(r.points, n.points);
    copy_row(r.decayed, n.decayed);
    copy_row(r.taught, n.taught);
    copy_row(r.taught_first, n.taught_first);
    r.nurse_salary = plain(n.nurse_salary);
    r.orderly_salary = plain(n.orderly_salary);
    r.orderly_saves = plain(n.orderly_saves);
    r.operating_upkeep = plain(n.operating_upkeep);
    r.outpatient_pay = plain(n.outpatient_pay);
    r.outpatient_time = plain(n.outpatient_time);
    r.triage_time = plain(n.triage_time);
    r.popularity_price = plain(n.popularity_price);
    r.death_cost = plain(n.death_cost);
    r.loss_cost = plain(n.loss_cost);
    r.garden_cost = plain(n.garden_cost);
    r.untreated_cost = plain(n.untreated_cost);
    r.time_per_point = plain(n.time_per_point);
    r.dice = tables.rules(0);
    r.counts_popularity = tables.rules(1) != 0;
    r.triage_by_phase = tables.rules(2) != 0;
    r.below_zero = tables.rules(3) != 0;
    r.lots_kept = tables.rules(4) != 0;
    return r;
}

}  // namespace

World::World(const Tables& t, const Numbers& numbers)
    : rules(rules_of(t, numbers)),
      capacity(static_cast<int>(t.move_time.shape[3]) - 1),
      most_operating(static_cast<int>(t.most_treated.shape[4]) - 1),
      most_outpatients(static_cast<int>(t.most_treated.shape[5]) - 1),
      partitions_(static_cast<std::size_t>(t.least_dice.shape[0])),
      modules_(static_cast<int>(t.pair_shape.shape[1])),
      beds_(t.most_treated.data, t.most_treated.data + t.most_treated.size()),
      least_dice_(t.least_dice.data, t.least_dice.data + t.least_dice.size()),
      ranks_(EVERYBODY + 1, -1),
      pairs_(t.pair_shape.data, t.pair_shape.data + t.pair_shape.size()) {
    const i64 many = t.config.shape[0];
    for (i64 s = 0; s < many; ++s) {
        Shape shape{};
        shape.config = static_cast<std::int16_t>(t.config(s));
        shape.cubes = static_cast<i8>(t.cubes(s));
        for (int k = 0; k < 2; ++k) shape.cube_at[k] = static_cast<i8>(t.cube_at(s, k));
        shape.after_floor = static_cast<std::int16_t>(t.after_floor(s));
        for (int floor = 0; floor < MOST_FLOORS; ++floor)
            shape.after_upgrade[floor] =
                static_cast<std::int16_t>(floor < t.after_upgrade.shape[1] ? t.after_upgrade(s, floor) : -1);
        shapes.push_back(shape);
    }
    for (i64 c = 0; c < t.first_shape.shape[0]; ++c)
        configs.push_back({t.first_shape(c), t.modules(c), t.parking(c), t.upkeep(c), t.pillars_needed(c),
                           t.gardens_needed(c), t.room_points(c), t.printed_gardens(c), t.printed_pillars(c), t.labs(c),
                           t.triages(c), t.outpatients(c), t.operating(c)});
    // Newcomers fill eight bytes, so that a row is found by a shift.
    times_.assign(static_cast<std::size_t>(many * 2 * KINDS * (capacity + 1) * 8), -1);
    for (i64 s = 0; s < many; ++s)
        for (int used = 0; used < 2; ++used)
            for (int kind = 0; kind < KINDS; ++kind)
                for (int present = 0; present <= capacity; ++present)
                    for (i64 n = 0; n < t.move_time.shape[4]; ++n)
                        times_[static_cast<std::size_t>(
                            ((((s * 2 + used) * KINDS + kind) * (capacity + 1) + present) << 3) + n)] =
                            t.move_time(s, used, kind, present, n);
    const int side = static_cast<int>(t.rank.shape[0]);
    for (int w = 0; w < side; ++w)
        for (int y = 0; y < side; ++y)
            for (int o = 0; o < side; ++o)
                for (int r = 0; r < side; ++r)
                    ranks_[people_of(w, y, o, r)] = static_cast<std::int16_t>(t.rank(w, y, o, r));
}

}  // namespace clinic::clin9ic

using clinic::clin9ic::Numbers;
using clinic::clin9ic::Tables;
using clinic::clin9ic::World;

CLINIC_API clinic::i64 clin9ic_tables_size() { return sizeof(Tables); }
CLINIC_API clinic::i64 clin9ic_numbers_size() { return sizeof(Numbers); }
CLINIC_API World* clin9ic_world_new(const Tables* tables, const Numbers* numbers) {
    return new World(*tables, *numbers);
}
CLINIC_API void clin9ic_world_free(World* world) { delete world; }
