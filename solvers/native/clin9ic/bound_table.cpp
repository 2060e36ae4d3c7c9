#include "clin9ic/bound_table.hpp"

namespace clinic::clin9ic {

namespace {

// The price of the colours of the doctors.
double staff_value(const View<double, 1>& prices, const Position& p) {
    double total = 0.0;
    for (int colour = 0; colour < COLOURS; ++colour) total += prices(colour) * of_colour(p.doctors(), colour);
    return total;
}

// The price of what does not change between the actions of a round and its end.
double fixtures_value(const View<double, 1>& prices, const Position& p) {
    const double total = prices(table_price::rest) + prices(table_price::nurse) * p[of::nurses] +
                         prices(table_price::orderly) * p[of::orderlies];
    return total + prices(table_price::lot) * p[of::lots] + prices(table_price::pillar) * p[of::pillars];
}

double patients_value(const View<double, 1>& prices, const Position& p) {
    double total = 0.0;
    for (int colour = 0; colour < COLOURS; ++colour)
        total += prices(table_price::patients + colour) * of_colour(p.patients(), colour);
    return total;
}

// Where the places of a clinic begin in `BoundTable::number`, by the number of its cubes.
i64 first_place(const World& world, const Position& p) {
    const int levels = 1 + std::max(world.rules.most_entrances, world.rules.most_gardens);
    const i64 clinic = (world.shape(p).config * levels + p[of::entrances]) * levels + p[of::gardens];
    return clinic * (world.rules.most_cubes + 1);
}

}  // namespace

double upper_bound(const World& world, const BoundTable& table, const Position& p) {
    const int doctors = total_of(p.doctors()), patients = total_of(p.patients());
    if (doctors >= table.solvent.shape[2] || patients >= table.solvent.shape[3]) return UNKNOWN;
    if (p[of::nurses] + p[of::orderlies] > table.helpers) return UNKNOWN;
    const int money = purse(world, p), levels = static_cast<int>(table.solvent.shape[1]) - 1;
    const int level = std::min(money, levels);
    const i64 place = first_place(world, p);
    i64 z = -1;
    // An upgrade may take a cube away (4.4), which the table never does: with more cubes nothing takes longer.
    for (int cubes = world.shape(p).cubes; cubes <= world.rules.most_cubes; ++cubes) {
        if (place + cubes >= table.number.shape[0]) continue;
        z = table.number(place + cubes);
        const bool meant = z >= 0 && money <= table.purse(z) && doctors <= table.doctors(z) &&
                           patients <= table.patients(z) && p[of::orderlies] <= table.orderlies(z);
        if (meant && table.solvent(z, level, doctors, patients) > NEVER) break;
        z = -1;
    }
    if (z < 0) return UNKNOWN;
    const int popularity = p.popularity();
    const int known = money >= levels ? money : 0;  // the table leaves it out
    double solvent = table.solvent(z, level, doctors, patients) + table.prices(table_price::point) * popularity +
                     table.prices(table_price::dollar) * known;
    solvent += staff_value(table.prices, p) + fixtures_value(table.prices, p) + patients_value(table.prices, p);
    solvent += table.prices(table_price::cured) * p[of::treated];
    if (!table.knows_bankrupt()) return solvent;
    // Popularity that will be lost still pays debts (5.2), so it counts as much as money.
    double bankrupt = table.bankrupt(z, level, doctors, patients) +
                      table.bankrupt_prices(table_price::dollar) * (known + std::max(0, popularity));
    bankrupt += staff_value(table.bankrupt_prices, p) + fixtures_value(table.bankrupt_prices, p);
    bankrupt += patients_value(table.bankrupt_prices, p);
    return std::max(solvent, bankrupt) - p[of::time] * table.prices(table_price::minute);
}

void prune(const World& world, const BoundTable& table, PositionSet& set, double least) {
    if (table.is_empty()) return;
    std::size_t left = 0;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (upper_bound(world, table, set[i]) >= least) set.move(i, left++);
    set.truncate(left);
}

void BoundRow::fill(const World& world, const BoundTable& table, const Position* staff, std::size_t many,
                    int patients) {
    known_ = -1;
    const Position& p = staff[0];
    const int doctors = total_of(p.doctors());
    const i64 place = first_place(world, p) + world.shape(p).cubes;
    if (place >= table.number.shape[0] || p[of::nurses] + p[of::orderlies] > table.helpers) return;
    const i64 z = table.number(place);
    const int levels = static_cast<int>(table.solvent.shape[1]) - 1;
    if (z < 0 || doctors >= table.solvent.shape[2] || doctors > table.doctors(z) || levels >= MOST) return;
    if (p[of::orderlies] > table.orderlies(z)) return;
    known_ = std::min({patients, table.patients(z), static_cast<int>(table.solvent.shape[3]) - 1, MOST - 1});
    purse_ = table.purse(z);
    levels_ = levels;
    const bool bankrupt = table.knows_bankrupt();
    staff_ = bankrupt_staff_ = -std::numeric_limits<double>::infinity();
    for (std::size_t n = 0; n < many; ++n) {
        staff_ = std::max(staff_, staff_value(table.prices, staff[n]));
        if (bankrupt) bankrupt_staff_ = std::max(bankrupt_staff_, staff_value(table.bankrupt_prices, staff[n]));
    }
    staff_ += fixtures_value(table.prices, p);
    bankrupt_staff_ += fixtures_value(table.bankrupt_prices, p);
    for (int colour = 0; colour < COLOURS; ++colour) {
        sick_[colour] = table.prices(table_price::patients + colour);
        bankrupt_sick_[colour] = table.bankrupt_prices(table_price::patients + colour);
    }
    point_ = table.prices(table_price::point);
    cured_ = table.prices(table_price::cured);
    minute_ = table.prices(table_price::minute);
    dollar_ = table.prices(table_price::dollar);
    bankrupt_dollar_ = table.bankrupt_prices(table_price::dollar);
    Values* cell = cells_;
    for (int level = 0; level <= levels; ++level)
        for (int sick = 0; sick <= known_; ++sick)
            *cell++ = {table.solvent(z, level, doctors, sick),
                       bankrupt ? table.bankrupt(z, level, doctors, sick) : NEVER};
}

bool BoundRow::may_reach(const World& world, const Position& p, double least) const {
    const People people = p.patients();
    const int patients = total_of(people), money = purse(world, p);
    if (patients > known_ || money > purse_) return true;
    const int known = money >= levels_ ? money : 0;
    const Values& cell = cells_[std::min(money, levels_) * (known_ + 1) + patients];
    if (cell.solvent <= NEVER) return true;
    const int popularity = p.popularity();
    double solvent = cell.solvent + staff_ + point_ * popularity + dollar_ * known;
    double bankrupt = cell.bankrupt + bankrupt_staff_ + bankrupt_dollar_ * (known + std::max(0, popularity));
    for (int colour = 0; colour < COLOURS; ++colour) {
        const int sick = of_colour(people, colour);
        solvent += sick_[colour] * sick;
        bankrupt += bankrupt_sick_[colour] * sick;
    }
    solvent += cured_ * p[of::treated];
    return std::max(solvent, bankrupt) - minute_ * p[of::time] >= least;
}

}  // namespace clinic::clin9ic

using namespace clinic;
using namespace clinic::clin9ic;

CLINIC_API i64 clin9ic_bound_table_size() { return sizeof(BoundTable); }
CLINIC_API i64 clin9ic_round_tables_size() { return sizeof(RoundTables); }

CLINIC_API double clin9ic_upper_bound(const World* world, const BoundTable* table, u64 first, u64 second) {
    return upper_bound(*world, *table, Position{{first, second}});
}

// Lower the bounds of many positions where the table is sharper.
CLINIC_API void clin9ic_tighten(const World* world, const BoundTable* table, const View<u64, 2>* words,
                                const View<double, 1>* found) {
    for (i64 i = 0; i < words->shape[0]; ++i) {
        const Position p{{(*words)(i, 0), (*words)(i, 1)}};
        (*found)(i) = std::min((*found)(i), upper_bound(*world, *table, p));
    }
}
