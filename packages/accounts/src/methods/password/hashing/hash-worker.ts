/**
 * The code of a hashing thread. It is text so that it works from a bundle and from the sources, and CommonJS since a worker
 * evaluates text as that. On Linux each thread has a priority, and hashing has a lower one than collecting.
 */
export const HASH_WORKER = `
const { scryptSync } = require('node:crypto')
const { parentPort } = require('node:worker_threads')
if (process.platform === 'linux') require('node:os').setPriority(0, 5)
parentPort.on('message', ({ password, salt, keyBytes, cost }) => {
  parentPort.postMessage(scryptSync(password, salt, keyBytes, cost))
})
`
