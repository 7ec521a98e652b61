// Preloaded by a server: its clock is off by as many milliseconds as the file in SHIFT_FILE says, looked up each second.
import { readFileSync } from 'node:fs'

const RealDate = Date
let shift = 0
const look = () => {
  try {
    shift = Number(readFileSync(process.env.SHIFT_FILE, 'utf8'))
  } catch {
    shift = 0
  }
}
look()
setInterval(look, 1_000).unref()
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shift
  }
}
