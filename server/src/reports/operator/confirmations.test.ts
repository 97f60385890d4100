import { expect, test } from 'vitest'
import { businessDateOf } from '@pematang/contract/format/business-date'
import { issueConfirmation } from '../balance-confirmation/issue.ts'
import { lenderBeside, operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator } = operatorAtWork()
const { lender } = lenderBeside(fixture)

test('STM-05 an operator finds a balance confirmation by its number or its lender, and revokes it once', async () => {
  const { lenderId, phone } = lender()
  const day = businessDateOf(new Date())
  fixture().travel('2 days')
  const { number } = await issueConfirmation(fixture().context, lenderId, day, {})
  fixture().travel(undefined)
  expect((await operator(['--json', 'confirmations', 'show', number.toLowerCase()])).json).toMatchObject({
    number,
    lenderId,
    asOf: day,
    revokedAt: null,
  })
  const revoke = ['confirmations', 'revoke', number, '--reason', 'the name was wrong']
  expect((await operator(revoke)).out).toContain(`${number} dicabut`)
  expect((await operator(revoke)).exit).not.toBe(0)
  const listed = await operator(['confirmations', 'list', '--phone', phone])
  expect(listed.out).toContain(`dicabut`)
  expect(listed.out).toContain('the name was wrong')
  expect((await operator(['confirmations', 'show', 'KNF-1'])).exit).toBe(2)
})
