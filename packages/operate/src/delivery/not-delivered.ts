/** Why a message was not delivered, for the people who set it up. It names no secret. */
export class NotDelivered extends Error {
  /** `final`: another attempt would fail as well. */
  readonly when: 'later' | 'final'
  constructor(problem: string, when: 'later' | 'final') {
    super(problem)
    this.name = 'NotDelivered'
    this.when = when
  }
}
