import { expect, test } from 'vitest'
import { anInvestor, drain } from '../../../testing/auto-rounds.ts'
import { localXignature } from '../../../testing/mandates.ts'
import { aLoan } from '../../../testing/people.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator, counts } = operatorAtWork({ overrides: { xignature: localXignature } })

test('AUT-07 the operator can run a round of automatic funding, see its decisions, and replay it with the same result', async () => {
  const { context } = fixture()
  const { lenderId } = await anInvestor(context)
  const { loanNumber } = await aLoan(context)
  const rows = await counts()
  expect(await operator(['--json', 'repair', 'auto-funding', '--dry-run'])).toMatchObject({
    exit: 0,
    json: { decisions: 1 },
  })
  expect(await counts()).toEqual(rows)
  expect(await operator(['--json', 'repair', 'auto-funding'])).toMatchObject({
    exit: 0,
    json: { held: true, number: 1, decisions: 1, amount: 300_000 },
  })
  expect((await operator(['repair', 'auto-funding'])).out).toContain('masih dipesan')
  await drain(context)
  expect((await operator(['auto-funding', 'rounds'])).out).toMatch(
    /^1 .* selesai {2}1 keputusan sebesar 300000: 1 didanai, 0 ditolak, 0 tidak ditandatangani, 0 menunggu/m,
  )
  const shown = (await operator(['auto-funding', 'show', '1'])).out
  expect(shown).toMatch(
    new RegExp(
      `${loanNumber}  Pemberi Dana ${lenderId} [(].+[)]  300000 dari 300000  urutan 1 dari 1  FUNDED`,
    ),
  )
  expect(await operator(['auto-funding', 'replay', '1'])).toMatchObject({
    exit: 0,
    out: expect.stringContaining('1 keputusan sebesar 300000 dihitung ulang, sama'),
  })
  expect(await operator(['auto-funding', 'replay', '7'])).toMatchObject({
    exit: 2,
    err: expect.stringContaining('Tidak ada putaran 7'),
  })
  for (const list of [['rounds'], ['show', '1']]) {
    expect(await operator(['auto-funding', ...list, '--after', '2147483648'])).toMatchObject({ exit: 2 })
    expect(await operator(['auto-funding', ...list, '--after', 'ABC'])).toMatchObject({
      exit: 2,
      err: expect.stringContaining("nilai 'ABC' tidak berlaku"),
    })
  }
})
