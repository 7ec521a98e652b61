import chromium from '@sparticuz/chromium'

/** Unpacks the browser before the first test. Of two workers that do so at once, one would start a file that the other still writes. */
export async function setup(): Promise<void> {
  await chromium.executablePath()
}
