/** What one step costs, measured in the same run on this machine. */
export interface StepCosts {
  /** Processor time of one event in `POST /api/event`, in microseconds: collected, logged and synced. */
  readonly collectUs: number
  /** The same for an event in a batch, which is how replicas forward events to each other. */
  readonly forwardUs: number
  /** Processor time of one row inserted in a block, in microseconds: parsed, in both views, and merged. */
  readonly insertUs: number
  /** Processor time of closing the days of a million events, in milliseconds. */
  readonly closeMsPerMillion: number
  /** Processor time of an overview of 90 closed days, in milliseconds. */
  readonly overviewMs: number
  /** Processor time of an overview's questions over a million rows of the open day, in milliseconds. */
  readonly openMsPerMillion: number
  /** Bytes of one event: its request, its line to ClickHouse, on the disk with its rollups. */
  readonly requestBytes: number
  readonly lineBytes: number
  readonly diskBytes: number
}

/** What is assumed, since no measurement of one machine says it. */
export const ASSUMED = {
  peak: 2.5,
  /** The share of a core's time that is planned for. */
  planned: 0.5,
  copies: 3,
  replicaCores: 2,
  /** A node restores and merges so many bytes of rows in acceptable time. */
  bytesPerShard: 4.5e12,
  /** Disk that merges need. */
  free: 1.5,
  eventsPerVisit: 3.5,
  eventsPerVisitor: 7,
  /** Of all events, those of the largest product. */
  largestShare: 0.1,
  products: 1000,
  /** One overview is opened for so many events. */
  eventsPerOverview: 10_000,
  /** Blocks of rows per second that two cores merge without a growing number of parts (docs/scaling.md). */
  blocksPerSecond: 110,
  blocksPerReplica: 2,
  /** Visitors of a period that fit into the memory of a query (docs/scaling.md). */
  visitorDaysMax: 60e6,
  filteredDays: 30,
} as const

export interface Capacity {
  readonly eventsPerDay: number
  readonly peakPerSecond: number
  readonly collectCores: number
  readonly insertCores: number
  readonly closeCores: number
  readonly reportCores: number
  readonly replicas: number
  readonly shards: number
  readonly diskTbPerYear: number
  readonly networkInMbit: number
  readonly networkToEngineMbit: number
  readonly networkCopiesMbit: number
  /** What cannot grow with more machines, by the events a day at which it is reached, lowest first. */
  readonly limits: readonly Limit[]
}

export interface Limit {
  readonly what: string
  readonly eventsPerDay: number
}

const DAY_SECONDS = 86_400

/** What so many events a day take. Every part but the limits grows in proportion. */
export function capacityOf(eventsPerDay: number, costs: StepCosts): Capacity {
  const mean = eventsPerDay / DAY_SECONDS
  const peakPerSecond = mean * ASSUMED.peak
  const cores = (microsecondsPerSecond: number) => microsecondsPerSecond / 1e6 / ASSUMED.planned
  // With many replicas nearly every event belongs to another one and is processed twice.
  const collectCores = cores(peakPerSecond * (costs.collectUs + costs.forwardUs))
  const overviewsPerSecond = peakPerSecond / ASSUMED.eventsPerOverview
  const openRows = eventsPerDay / ASSUMED.products / 2 / 1e6
  const overviewUs = (costs.overviewMs + costs.openMsPerMillion * openRows) * 1000
  const mbit = (bytes: number) => (peakPerSecond * bytes * 8) / 1e6
  const storedBytes = eventsPerDay * costs.diskBytes * 365
  return {
    eventsPerDay,
    peakPerSecond,
    collectCores,
    insertCores: cores(peakPerSecond * costs.insertUs * ASSUMED.copies),
    closeCores: cores((mean / 1e6) * costs.closeMsPerMillion * 1000),
    reportCores: cores(overviewsPerSecond * overviewUs),
    replicas: Math.ceil(collectCores / ASSUMED.replicaCores),
    shards: Math.max(1, Math.ceil(storedBytes / ASSUMED.bytesPerShard)),
    diskTbPerYear: (storedBytes * ASSUMED.copies * ASSUMED.free) / 1e12,
    networkInMbit: mbit(costs.requestBytes * 2),
    networkToEngineMbit: mbit(costs.lineBytes * 2),
    networkCopiesMbit: mbit(costs.diskBytes * (ASSUMED.copies - 1)),
    limits: limitsOf(costs),
  }
}

/** What more machines of the same kind do not move, or move least. */
function limitsOf(costs: StepCosts): readonly Limit[] {
  const replicasMax = Math.floor(ASSUMED.blocksPerSecond / ASSUMED.blocksPerReplica)
  const perReplica = (ASSUMED.replicaCores * ASSUMED.planned * 1e6) / (costs.collectUs + costs.forwardUs)
  const limits = [
    {
      what: `a filtered report of ${ASSUMED.filteredDays} days with exact visitors of the largest product exceeds the memory of a query (503)`,
      eventsPerDay: (ASSUMED.visitorDaysMax / ASSUMED.filteredDays / ASSUMED.largestShare) * ASSUMED.eventsPerVisitor,
    },
    {
      what: `${replicasMax} replicas of the service write as many blocks as a shard merges`,
      eventsPerDay: (replicasMax * perReplica * DAY_SECONDS) / ASSUMED.peak,
    },
    {
      what: 'the job that closes days, one statement at a time on one node of each of four shards, takes longer than a day',
      eventsPerDay: (DAY_SECONDS * 1000 * 4 * 1e6) / costs.closeMsPerMillion,
    },
  ]
  return limits.sort((a, b) => a.eventsPerDay - b.eventsPerDay)
}

/** The first limit that a size is beyond; undefined where none is reached. */
export function firstBroken({ eventsPerDay, limits }: Capacity): Limit | undefined {
  return limits.find((limit) => limit.eventsPerDay <= eventsPerDay)
}
