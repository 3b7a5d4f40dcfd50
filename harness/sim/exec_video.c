// stub
#include "sim/insn.h"
bool select_video(Decoder *d, const Stmt *s, Insn *in) { (void)s;(void)in; return decoder_refuse(d, "video"); }
