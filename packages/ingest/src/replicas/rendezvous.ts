import { hash } from 'node:crypto'

/**
 * Replicas in order of preference for a person (rendezvous hashing): every replica computes the same order, and when
 * one is unavailable only its own persons move, spread over the others.
 */
export function rendezvous<Member extends { readonly id: string }>(
  person: string,
  members: readonly Member[],
): readonly Member[] {
  const scored = members.map((member) => ({ member, score: scoreOf(person, member.id) }))
  return scored.sort((a, b) => b.score - a.score || (a.member.id < b.member.id ? -1 : 1)).map(({ member }) => member)
}

function scoreOf(person: string, id: string): number {
  return hash('sha256', `${person}\0${id}`, 'buffer').readUIntBE(0, 6)
}
