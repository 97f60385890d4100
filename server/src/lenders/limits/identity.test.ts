import { addDays } from '@pematang/contract/format/business-date'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasAge, identityFaults, type LenderIdentity } from './identity.ts'

const of = (known: Partial<LenderIdentity>): LenderIdentity => ({
  ...{ isPerson: true, birthDate: '1990-05-17', married: false, checkedOn: '2026-01-02', day: '2027-01-01' },
  ...known,
})

test.each<[string, Partial<LenderIdentity>, string[]]>([
  ['is of age and checked', {}, []],
  ['has no birth date', { birthDate: null }, ['AGE_MISSING']],
  ['is married without a birth date', { birthDate: null, married: true }, []],
  ['is seventeen', { birthDate: '2009-01-02' }, ['AGE_TOO_LOW']],
  ['is eighteen today', { birthDate: '2009-01-01' }, []],
  ['is seventeen and married', { birthDate: '2009-01-02', married: true }, []],
  ['was never checked', { checkedOn: null }, ['IDENTITY_UNCHECKED']],
  ['lacks everything', { birthDate: null, checkedOn: null }, ['AGE_MISSING', 'IDENTITY_UNCHECKED']],
  ['is a company that was checked', { isPerson: false, birthDate: null }, []],
  ['is a company that was never checked', { isPerson: false, checkedOn: null }, ['IDENTITY_UNCHECKED']],
])('LIM-08 limits that ask for the identity of a lender who %s find what is missing', (_, known, faults) => {
  expect(identityFaults(of(known))).toEqual(faults)
})

test('LIM-08 nothing is missing of a lender where no limits ask for it', () => {
  expect(identityFaults(null)).toEqual([])
})

test('LIM-08 a person has an age from the same day of the year on, who was born on 29 February from 1 March', () => {
  expect(hasAge('2008-02-29', 18, '2026-02-28')).toBe(false)
  expect(hasAge('2008-02-29', 18, '2026-03-01')).toBe(true)
  const born = fc.integer({ min: 0, max: 45_000 }).map((days) => addDays('1900-01-01', days))
  fc.assert(
    fc.property(born, fc.integer({ min: 1, max: 60 }), (birthDate, age) => {
      const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
      // The calendar of JavaScript also makes 1 March of a 29 February that is none.
      const birthday = new Date(Date.UTC(year + age, month - 1, day)).toISOString().slice(0, 10)
      expect(hasAge(birthDate, age, birthday)).toBe(true)
      expect(hasAge(birthDate, age, addDays(birthday, -1))).toBe(false)
    }),
  )
})
