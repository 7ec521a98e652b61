/** What a browser would send. */
export interface PlantedEvent {
  readonly name: string
  readonly url: string
  readonly title?: string
  readonly referrer?: string
  readonly props?: Readonly<Record<string, string>>
}
