import { cpus, loadavg, totalmem } from 'node:os'

/** The machine in one line. */
export function machine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() || 'unknown processor'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${processors.length} × ${model}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.version}`
}

/** The load that other programs cause before a bench. High values make its results less reliable. */
export function loadBefore(): number {
  return loadavg()[0] ?? 0
}
