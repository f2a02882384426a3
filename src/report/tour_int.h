// SPDX-License-Identifier: Apache-2.0
// The inside of a run that is steered.
#ifndef HEDDLE_REPORT_TOUR_INT_H
#define HEDDLE_REPORT_TOUR_INT_H

#include "report/report_int.h"
#include "report/tour.h"

struct Tour {
    Replay replay; // one pass, which goes on as long as somebody takes steps
    VmOptions options;
    TourWatch *watch; // NULL: nobody wants to know
    void *arg;
};

void tour_asks(Tour *t, TourFrame f); // from now on this frame asks for names
const Shadow *tour_shadow(const Tour *t, ThreadId id);

#endif
