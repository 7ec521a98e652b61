import { describe, expect, it } from 'vitest'
import { passwordProblems } from './password-rules.ts'

const ADA = { email: 'ada.lovelace@teahouse.example', name: 'Ada Lovelace' }
const problem = (password: string) => passwordProblems(password, 'new_password', ADA)[0]?.message

describe('a password that somebody chooses', () => {
  it('accepts passwords of 12 to 128 characters, counted as code points', () => {
    expect(problem('tea&river+17')).toBeUndefined()
    expect(problem('tea&river+1')).toBe('must have at least 12 characters')
    expect(problem('🫖🌊🏠🌙🪟🧭🎈')).toBe('must have at least 12 characters')
    expect(problem('🫖🌊🏠🌙🪟🧭🎈🪁🦉🐢🌵🍄')).toBeUndefined()
    expect(problem('tea river '.repeat(12))).toBeUndefined()
    expect(problem('x8fKq2Lr0aZ5'.repeat(11))).toBe('must have at most 128 characters')
  })

  it.each([
    'password1234',
    'Password123!',
    'P@ssw0rd12345',
    'passwordpassword',
    'ＰＡＳＳＷＯＲＤ1234',
    'adminadmin12',
    'administrator',
    'iloveyou1234',
    'welcome2026!!',
    'Summer2026!!!',
    'christopher1',
    'liverpool123',
    'trustno1trustno1',
    '123456789012',
    '0987654321098',
    'qwertyuiop12',
    'zxcvbnm12345',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'correct horse battery staple',
  ])('rejects a common password: %s', (password) => {
    expect(problem(password)).toMatch(/^is too common/)
  })

  it.each([
    'ada.lovelace@teahouse.example',
    'Ada-Lovelace-1',
    'lovelace.ada',
    'teahouse2026',
    'Footfall2026!',
    'footfallfootfall',
  ])('rejects a password made of the name or email of the person or the name of the service: %s', (password) => {
    expect(problem(password)).toMatch(/^is too common/)
  })

  it.each([
    'correct horse battery',
    'sunshine over the old harbour',
    'Ada likes long walks',
    'zwölf Boxkämpfer jagen',
    'x8fKq2Lr0aZ5',
    '8301295744102',
  ])('accepts a password with common words among others: %s', (password) => {
    expect(problem(password)).toBeUndefined()
  })
})
