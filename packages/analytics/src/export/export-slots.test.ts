import { RateLimited } from '@footfall/core-domain'
import { engineShare } from '@footfall/warehouse/test-support'
import { describe, expect, it } from 'vitest'
import { exportSlots } from './export-slots.ts'

describe('slots of exports', () => {
  it('limits the exports of all people on the products of one account together, and leaves slots for other accounts', () => {
    const slots = exportSlots({ running: 32, files: 4, perAccount: 4, filesPerAccount: 2, perPerson: 2 })
    const take = (account: string, person: string) => slots.take(engineShare(account, person), false)
    const first = take('acc_a', 'ada')
    take('acc_a', 'ada')
    expect(() => take('acc_a', 'ada')).toThrow(RateLimited)
    take('acc_a', 'ben')
    take('acc_a', 'cleo')
    expect(() => take('acc_a', 'dan')).toThrow(RateLimited)
    take('acc_b', 'ada')
    first()
    take('acc_a', 'dan')
  })

  it('a rejected export says whether exports of the same person or of others have to end first', () => {
    const slots = exportSlots({ running: 3, files: 4, perAccount: 4, filesPerAccount: 2, perPerson: 2 })
    const take = (account: string, person: string) => slots.take(engineShare(account, person), false)
    take('acc_a', 'ada')
    take('acc_a', 'ada')
    expect(() => take('acc_a', 'ada')).toThrow('You have as many exports running as one person may have.')
    take('acc_b', 'ben')
    expect(() => take('acc_c', 'cleo')).toThrow('As many exports are running as the service allows')
  })

  it('leaves places for files to other accounts when the people of one account write as many as they may', () => {
    const slots = exportSlots({ running: 32, files: 4, perAccount: 4, filesPerAccount: 2, perPerson: 2 })
    const take = (account: string, person: string) => slots.take(engineShare(account, person), true)
    const first = take('acc_a', 'ada')
    take('acc_a', 'ben')
    expect(() => take('acc_a', 'cleo')).toThrow(RateLimited)
    slots.take(engineShare('acc_a', 'cleo'), false)
    take('acc_b', 'ada')
    first()
    take('acc_a', 'cleo')
  })
})
