import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { previewBulk } from '../bulk/preview.ts'
import { agreementText, canonicalText, readPdf } from '../../documents/testing.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { createLender, signerOf } from '../../lenders/index.ts'
import { storeInstitution } from '../../lenders/testing.ts'
import { aProduct, offerBulk } from '../../../testing/bulk.ts'
import { noPassword } from '../../platform/password-hasher.ts'
import { aLender, aLoan } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { buildSnapshot } from './agreement-snapshot.ts'
import { prepareAgreement } from './prepare-agreement.ts'
import { findOfferedLoan } from './store.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const
const company = {
  companyName: 'PT Sawah Lestari',
  companyEmail: 'kas@sawah.example',
  picFullName: 'Sri Lestari',
  picPhone: '81200000001',
}

async function aCompany(picFullName?: string): Promise<number> {
  const { lenderId } = await aLender(fixture.context, { cash: 5_000_000, userTypeId: 3 })
  await perform(fixture.context, storeInstitution, { actor: operator, input: { lenderId, ...company } })
  // Older releases stored the name without today's checks.
  const pic = 'update lender_institution set pic_full_name = $2 where lender_id = $1'
  if (picFullName !== undefined) await run(fixture.context.db, 'test.pic', pic, [lenderId, picFullName])
  return lenderId
}

const prepare = async (lenderId: number) => {
  const { loanNumber } = await aLoan(fixture.context)
  return prepareAgreement(
    fixture.context,
    lenderId,
    { loanNumber, lenderUserId: lenderId, amount: 1_000_000 },
    { requestId: 'test' },
  )
}

describe('SCR-05 agreements of a company', () => {
  test('agreements of a company name it and its person in charge, who is also the signer at the provider', async () => {
    const lenderId = await aCompany()
    const { loanNumber } = await aLoan(fixture.context)
    const { context } = fixture
    const loan = await findOfferedLoan(context.db, lenderId, loanNumber)
    if (!loan) throw new Error('not offered')
    const snapshot = await buildSnapshot(context, {
      id: context.random.uuid(),
      lenderId,
      amount: 1_000_000,
      loan,
    })
    for (const kind of ['pp', 'ppfp'] as const) {
      const text = canonicalText(agreementText(kind, snapshot))
      expect(text).toContain('Pemberi Dana: PT Sawah Lestari\nDiwakili oleh: Sri Lestari\n')
      expect(text).not.toContain('Mewakili')
    }
    expect((await signerOf(context.db, lenderId)).name).toBe('Sri Lestari')
    await prepare(lenderId)
    const [pp] = await many<{ bytes: Buffer; page: number }>(
      context.db,
      'test.pp',
      `select bytes, signature_page as page from document where lender_id = $1 and kind = 'PP'`,
      [lenderId],
    )
    const page = pp && (await readPdf(pp.bytes))[pp.page - 1]
    expect(page?.text).toMatch(/PT Sawah Lestari.*Diwakili oleh Sri Lestari/)
  })

  test.each([
    ['the company again', 'PT SAWAH  LESTARI'],
    ['only punctuation', ' - '],
  ])(
    'agreements of a company are refused for a loan and a bulk product while its person in charge is %s',
    async (_, pic) => {
      const lenderId = await aCompany(pic)
      const refused = { code: 'COMPANY_PIC_MISSING', status: 409 }
      await expect(prepare(lenderId)).rejects.toMatchObject(refused)
      await offerBulk(fixture.context, lenderId)
      const { uploadId } = await aProduct(fixture.context, [1_000_000])
      await expect(previewBulk(fixture.context, lenderId, uploadId)).rejects.toMatchObject(refused)
      await perform(fixture.context, storeInstitution, { actor: operator, input: { lenderId, ...company } })
      expect(await prepare(lenderId)).toMatchObject({ PP_filepath: expect.any(String) })
    },
  )

  test('agreements of a company are refused while no company is registered for the lender', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 5_000_000, userTypeId: 3 })
    await run(fixture.context.db, 'test.none', 'delete from lender_institution where lender_id = $1', [
      lenderId,
    ])
    await expect(prepare(lenderId)).rejects.toMatchObject({ code: 'COMPANY_PIC_MISSING' })
  })

  test('an operator cannot register a company whose person in charge has the name of the company', async () => {
    const { lenderId } = await aLender(fixture.context, { userTypeId: 3 })
    const input = { lenderId, ...company, picFullName: 'pt. sawah lestari' }
    await expect(perform(fixture.context, storeInstitution, { actor: operator, input })).rejects.toThrow(
      'disebut dengan nama lengkap',
    )
    const created = perform(fixture.context, createLender, {
      actor: operator,
      input: {
        phone: '81999000111',
        name: company.companyName,
        email: company.companyEmail,
        userTypeId: 3,
        passwordHash: noPassword,
        institution: { ...company, picFullName: company.companyName },
      },
    })
    await expect(created).rejects.toThrow('disebut dengan nama lengkap')
    const { there } = await one<{ there: boolean }>(
      fixture.context.db,
      'test.there',
      `select exists (select from lender where phone = '81999000111') as there`,
      [],
    )
    expect(there).toBe(false)
  })
})
