// kata verify for profiles.
//
// The program is run on the simulated device for some learners. Of each sheet:
// the right answers pass with this export, each known mistake is rejected by
// its name, and a sheet without an export does not pass. mutants/*.yaml are
// exports that are not of this program or not as they were made:
//
//   # rejected by: case other-program (another file was profiled)
//   program: other.cu       in mutants/, in the place of the exercise's
//   seed: 9                 of another learner's arguments
//   replace: ["a", "b"]     in the text of the export
//   export: none.json       what the sheet names; cut: bytes that are kept
//   answers: {2: "40 %"}    the others are right
#ifndef CLI_VERIFY_PROFILE_H
#define CLI_VERIFY_PROFILE_H

#include "cli/verify/proof.h"

void verify_profile(PaperProof *p);

#endif
