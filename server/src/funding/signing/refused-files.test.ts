import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { many } from '../../platform/db/database.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { type Funded, makeSigningFixture, type SigningFixture } from '../../../testing/signing.ts'
import { followAll, signingState } from '../../../testing/signing-provider.ts'

let fixture: SigningFixture
let folder: string
beforeAll(async () => {
  fixture = await makeSigningFixture()
  folder = await mkdtemp(join(tmpdir(), 'refused-files-'))
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const amount = 1_000_000

async function signed(): Promise<{ lender: LoggedIn; funded: Funded }> {
  const lender = await logIn(fixture, fixture.app, { cash: amount })
  const funded = await fixture.fund(lender, await aLoan(fixture.context), amount)
  await fixture.sandbox.sign((await fixture.open(lender, funded)).json.token, '000002')
  return { lender, funded }
}
const cash = async (lender: LoggedIn) => (await lender.get('/lender/summary')).json.cashBalance

const giving = (change: (file: Buffer) => Buffer | Promise<Buffer>): Context => ({
  ...fixture.context,
  esign: {
    ...fixture.context.esign,
    fetchSigned: async (token, name) =>
      change(Buffer.from(await fixture.context.esign.fetchSigned(token, name))),
  },
})

const withPage = async (file: Buffer): Promise<Buffer> => {
  const document = await PDFDocument.load(file, { forIncrementalUpdate: true, updateMetadata: false })
  document.addPage()
  return Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }))
}
const forged = (file: Buffer): Buffer => {
  const text = file.toString('latin1')
  const start = text.lastIndexOf('/Contents <') + '/Contents <'.length
  const copy = Buffer.from(file)
  // Changes the last digit of the signature value, which is at the end of the CMS message.
  const end = start + text.slice(start, text.indexOf('>', start)).replace(/(00)+$/, '').length
  copy.write(copy.toString('latin1', end - 1, end) === '0' ? '1' : '0', end - 1, 'latin1')
  return copy
}

describe('DOOR-09 signed files that are refused', () => {
  test.each([
    ['with an added page', withPage],
    ['with a forged signature', forged],
    ['truncated', (file: Buffer) => file.subarray(0, -200)],
  ])(
    'DOOR-09 a signed agreement returned %s settles nothing, and its files are void after the time for signing',
    async (_, change) => {
      const { lender, funded } = await signed()
      const context = giving(change)
      for (const minutes of [0, 5, 10, 29]) {
        fixture.travel(`${minutes} minutes`)
        await followAll(context)
        expect(await signingState(fixture.context, funded)).toMatchObject({
          state: 'WAITING',
          stall: 'SIGNATURE_MISMATCH',
        })
      }
      fixture.travel('31 minutes')
      await followAll(context)
      expect(await signingState(fixture.context, funded)).toMatchObject({
        state: 'REJECTED',
        reason: 'SIGNATURE_MISMATCH',
      })
      fixture.travel('45 minutes')
      await followAll(context)
      expect(await signingState(fixture.context, funded)).toMatchObject({ live: 0, dead: 0, stall: null })
      fixture.travel(undefined)
      expect(await cash(lender)).toBe(amount)
      const kept = await many<{ kind: string }>(
        fixture.context.db,
        'test.void_files',
        `select kind from document where agreement_id = $1 and kind not in ('PP', 'PPFP') order by kind`,
        [funded.docToken],
      )
      expect(kept.map(({ kind }) => kind)).toEqual(['PPFP_VOID', 'PP_VOID'])
      const notices = (await lender.get('/notices')).json.list
      expect(notices.map(({ title }: { title: string }) => title)).toEqual(
        expect.arrayContaining(['Tanda tangan tidak berlaku']),
      )
      expect(notices).toHaveLength(2)
    },
  )

  test('DOOR-09 a refused signed file followed by an intact one settles the funding', async () => {
    const { lender, funded } = await signed()
    await followAll(giving((file) => file.subarray(0, -200)))
    expect(await signingState(fixture.context, funded)).toMatchObject({
      state: 'WAITING',
      stall: 'SIGNATURE_MISMATCH',
    })
    fixture.travel('5 minutes')
    await followAll(fixture.context)
    expect(await signingState(fixture.context, funded)).toMatchObject({
      state: 'SETTLED',
      stall: null,
      live: 0,
    })
    fixture.travel(undefined)
    expect(await cash(lender)).toBe(0)
  })

  test('DOOR-09 a signature of an untrusted authority settles the funding only after the operator trusts it', async () => {
    const { funded } = await signed()
    const other = join(folder, 'other.pem')
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      join(folder, 'other.key'),
      '-subj',
      '/CN=CA Lain',
      '-days',
      '30',
    ]
    execFileSync('openssl', [...request, '-out', other], { stdio: 'ignore' })
    const config = { ...fixture.context.config, ESIGN_TRUST_FILE: other }
    await followAll({ ...fixture.context, config })
    expect(await signingState(fixture.context, funded)).toMatchObject({
      state: 'WAITING',
      stall: 'SIGNATURE_MISMATCH',
    })
    fixture.travel('5 minutes')
    await followAll(fixture.context)
    expect(await signingState(fixture.context, funded)).toMatchObject({ state: 'SETTLED', stall: null })
  })
})
