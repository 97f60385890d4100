import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { makeSigningFixture, type SigningFixture } from '../../../testing/signing.ts'
import { poppler } from '../../../testing/poppler.ts'

let fixture: SigningFixture
let folder: string
beforeAll(async () => {
  fixture = await makeSigningFixture()
  folder = await mkdtemp(join(tmpdir(), 'signed-files-'))
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => expect(await fixture.books()).toEqual([]))

const download = async (lender: LoggedIn, document_url: string): Promise<Buffer> => {
  const answer = await lender.post('/documents/download', { document_url })
  expect(answer.status).toBe(200)
  return answer.bytes
}

test('FIX-03 both files signed at PRIVY have a valid signature, and only their lender can read them', async () => {
  const [lender, other] = [
    await logIn(fixture, fixture.app, { cash: 1_000_000 }),
    await logIn(fixture, fixture.app),
  ]
  const loan = await aLoan(fixture.context)
  const funded = await fixture.fund(lender, loan, 1_000_000)
  const rowOf = async () => (await lender.get(`/portfolio?loanNumber=${loan.loanNumber}`)).json.list[0]
  const waiting = await rowOf()
  expect(waiting.lenderAgreementUrl).toBeNull()
  for (const url of [waiting.xignaturePpUrl, waiting.xignaturePpfpUrl])
    expect((await download(lender, url)).subarray(0, 5).toString()).toBe('%PDF-')
  await fixture.sandbox.sign((await fixture.open(lender, funded)).json.token)
  expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
  const row = await rowOf()
  expect(row.lenderAgreementUrl).toBe(row.xignaturePpUrl)
  expect(row.xignaturePpUrl).not.toBe(waiting.xignaturePpUrl)
  expect(row.xignaturePpfpUrl).not.toBe(row.xignaturePpUrl)
  for (const [place, url] of [row.xignaturePpUrl, row.xignaturePpfpUrl].entries()) {
    const file = join(folder, `both-${place}.pdf`)
    await writeFile(file, await download(lender, url))
    const report = poppler('pdfsig', file)
    expect(report).toContain('Signature is Valid')
    expect(report).toContain(lender.user.userName)
    expect((await other.post('/documents/download', { document_url: url })).status).toBe(404)
  }
})
