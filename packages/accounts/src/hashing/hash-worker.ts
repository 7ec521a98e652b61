/**
 * What a hashing thread runs. It is text, so that it works from a bundle and from the sources alike, and CommonJS, since
 * that is what a thread takes as text. On Linux a priority belongs to a thread: collecting goes before hashing.
 */
export const HASH_WORKER = `
const { scryptSync } = require('node:crypto')
const { parentPort } = require('node:worker_threads')
if (process.platform === 'linux') require('node:os').setPriority(0, 5)
parentPort.on('message', ({ password, salt, keyBytes, cost }) => {
  parentPort.postMessage(scryptSync(password, salt, keyBytes, cost))
})
`
