import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFName, PDFDocument as PdfFile } from '@cantoo/pdf-lib'
import { signaturePlace } from '@pematang/contract/funding/signing/endpoints'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PDFDocument from 'pdfkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keepRendered } from '../../documents/index.ts'
import { readPdf } from '../../documents/testing.ts'
import { findOfferedLoan, storeAgreement, buildSnapshot } from '../single/index.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { readAgreements } from '../../../testing/agreements.ts'
import { type LoggedIn, logIn } from '../../../testing/http.ts'
import { aLoan, openAgreement } from '../../../testing/people.ts'
import { poppler } from '../../../testing/poppler.ts'
import {
  type Funded,
  type Loan,
  makeSigningFixture,
  type Opened,
  type SigningFixture,
} from '../../../testing/signing.ts'

let fixture: SigningFixture
let folder: string
beforeAll(async () => {
  fixture = await makeSigningFixture()
  folder = await mkdtemp(join(tmpdir(), 'signing-'))
})
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const download = async (lender: LoggedIn, url: string): Promise<Buffer> => {
  const answer = await lender.post('/documents/download', { document_url: url })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return answer.bytes
}

/** The positions of the signature fields, read by an independent implementation. */
async function signatures(bytes: Buffer): Promise<{ page: number; left: number; bottom: number }[]> {
  const form = (await PdfFile.load(bytes)).getForm()
  const filled = form.getFields().filter((field) => field.acroField.dict.has(PDFName.of('V')))
  const names = new Set(filled.map((field) => field.getName()))
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await loading.promise
  const found: { page: number; left: number; bottom: number }[] = []
  for (let page = 1; page <= document.numPages; page += 1) {
    for (const note of await (await document.getPage(page)).getAnnotations()) {
      if (
        note.fieldType === 'Sig' &&
        names.has(note.fieldName) &&
        note.fieldName !== 'TandaTanganPenyelenggara'
      )
        found.push({ page, left: note.rect[0], bottom: note.rect[1] })
    }
  }
  await loading.destroy()
  return found
}

const signedPp = async (lender: LoggedIn, loanNumber: string): Promise<Buffer> => {
  const { json } = await lender.get(`/portfolio?loanNumber=${loanNumber}`)
  return download(lender, json.list[0].lenderAgreementUrl)
}

function pdfOf(pages: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: 'A4' })
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    for (let page = 2; page <= pages; page += 1) document.addPage()
    document.end()
  })
}

/** An agreement over Rp1,000,000 with more pages than usual, because the real ones never have 17. */
async function keepPaper(lenderId: number, { loanNumber }: Loan, rendered: { bytes: Buffer; pages: number }) {
  const { context } = fixture
  const loan = await findOfferedLoan(context.db, lenderId, loanNumber)
  if (!loan) throw new Error(`${loanNumber} is not offered`)
  const id = context.random.uuid()
  const terms = await buildSnapshot(context, { id, lenderId, amount: 1_000_000, loan })
  const snapshot = { ...terms, platformSigned: false }
  const paper = await keepRendered(context, { ...rendered, signaturePage: 6 })
  await perform(context, storeAgreement, {
    actor: { kind: 'lender', lenderId },
    input: {
      id,
      lenderId,
      loanId: loan.loanId,
      termsVersion: loan.termsVersion,
      snapshot,
      ...{ pp: paper, ppfp: paper },
    },
  })
  await openAgreement(context, lenderId, id)
}

describe('signing flow', () => {
  test('FND-03 FND-05 FND-07 a lender reads, funds and signs, and every screen shows the same figures', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 5_000_000 })
    const loan = await aLoan(fixture.context, { totalLoan: 10_000_000, tenor: 6 })
    const amount = 3_000_000
    const read = await lender.post('/funding/agreement', {
      loanNumber: loan.loanNumber,
      lenderUserId: lender.lenderId,
      amount,
    })
    expect(read.status).toBe(200)
    const shown = await download(lender, read.json.PP_filepath)
    const text = (await readPdf(shown)).map((page) => page.text).join(' ')
    expect(text).toContain('Rp3.000.000')
    expect(text.toLowerCase()).toContain('tiga juta rupiah')
    expect(text).toContain(loan.loanNumber)
    expect(text).toContain(lender.user.userName)
    const facility = await download(lender, read.json.PPFP_filepath)
    expect((await readPdf(facility))[0]?.text.toUpperCase()).toContain(
      'PERJANJIAN PEMBERIAN FASILITAS PENDANAAN',
    )

    const funded = await lender.pay('/funding', { ...loan, amount })
    expect(funded.json).toEqual({
      docToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
      digiSignId: lender.user.digiSignId,
      signCoordinatePage: expect.any(Number),
    })
    // While the funding waits, its money is reserved: neither available, nor lent, nor open on the marketplace.
    expect((await lender.get('/lender/summary')).json).toMatchObject({
      cashBalance: 2_000_000,
      reservedBalance: amount,
      outStandingBalance: 0,
    })
    const waiting = (await lender.get('/portfolio')).json.list[0]
    expect(waiting).toMatchObject({
      isSigned: false,
      docTokenUrl: funded.json.docToken,
      signCoordinatePage: funded.json.signCoordinatePage,
      dgsignType: 'PRIVY',
      lenderAgreementUrl: null,
    })
    expect((await lender.get('/transactions?type=2')).json.list[0]).toMatchObject({
      status: 'In Progress',
      amount: -amount,
    })

    const opened = await fixture.open(lender, funded.json, funded.json.signCoordinatePage)
    expect(opened.status).toBe(200)
    const page = await fetch((opened.json as Opened).url)
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
    const toSign = await fetch(`${(opened.json as Opened).url}/files/0`)
    expect(Buffer.from(await toSign.arrayBuffer()).equals(shown)).toBe(true)
    expect((await fixture.sandbox.sign(opened.json.token)).status).toBe(200)
    expect(await fixture.ended(lender, funded.json.docToken)).toBe('SETTLED')

    const status = await lender.get(`/funding/status?docToken=${funded.json.docToken}`)
    expect(status.json).toMatchObject({ state: 'SETTLED', loanNumber: loan.loanNumber, amount })
    const summary = (await lender.get('/lender/summary')).json
    expect(summary).toMatchObject({ cashBalance: 2_000_000, reservedBalance: 0, outStandingBalance: amount })
    expect(summary.estTotalGet).toBe(amount + summary.estInterestGet)
    expect(summary.estInterestGet).toBeGreaterThan(0)
    const portfolio = (await lender.get('/portfolio')).json
    expect(portfolio.pagination).toEqual({ totalData: 1, totalPage: 1, page: 1 })
    expect(portfolio.list[0]).toMatchObject({
      loanNumber: loan.loanNumber,
      totalLoan: amount,
      statusName: 'FUNDED',
      isSigned: true,
      docTokenUrl: null,
      signBefore: null,
    })
    const transactions = (await lender.get('/transactions')).json.list
    expect(transactions).toMatchObject([
      { typeName: 'Funding', status: 'Success', amount: -amount, loanNumber: loan.loanNumber },
      { typeName: 'Top Up', status: 'Success', amount: 5_000_000 },
    ])
    expect(transactions[0].transactionNumber).toBe(portfolio.list[0].transactionNumber)
    const sum = transactions.reduce(
      (total: number, { amount: moved }: { amount: number }) => total + moved,
      0,
    )
    expect(sum).toBe(summary.cashBalance)
    const market = (await lender.get('/marketplace?limit=100')).json.list
    expect(market.find((one: { loanId: number }) => one.loanId === loan.loanId)).toMatchObject({
      outstandingFunding: 7_000_000,
      progressPercentage: 30,
    })

    const signed = await signedPp(lender, loan.loanNumber)
    expect(signed.subarray(0, shown.length).equals(shown)).toBe(true)
    expect(signed.length).toBeGreaterThan(shown.length)

    const [factsheet] = await readPdf(await download(lender, portfolio.list[0].factsheetUrl))
    expect(factsheet?.text).toContain('Factsheet Pinjaman')
  })

  test('FND-06 FIX-06 both agreements (PP and PPFP) carry valid signatures of the platform and of the lender', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    const funded = await fixture.fund(lender, loan, 1_000_000)
    await fixture.sandbox.sign((await fixture.open(lender, funded)).json.token)
    expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
    const files = await many<{ shown: number; bytes: Buffer }>(
      fixture.context.db,
      'test.signed',
      `select length(d.bytes) as shown, s.bytes from document d join document s
             on s.agreement_id = d.agreement_id and s.kind = d.kind || '_SIGNED' where d.agreement_id = $1`,
      [funded.docToken],
    )
    expect(files).toHaveLength(2)
    for (const { shown, bytes } of files) {
      const file = join(folder, 'both.pdf')
      await writeFile(file, bytes)
      const report = poppler('pdfsig', file)
      // The report lists fields in the order of the form: the lender's field is the first on the page.
      const [own = '', platform = ''] = report.split(/Signature #\d:/).slice(1)
      expect(platform).toContain('Common Name: PT Contoh Pendanaan Bersama (sertifikat uji)')
      expect(platform).toContain('Signature is Valid')
      expect(platform).toContain(` - ${shown}]`)
      expect(own).toContain(`Common Name: ${lender.user.userName}`)
      expect(own).toContain('Signature is Valid')
      expect(own).toContain('Total document signed')
    }
  })
})

describe('FND-06 place of the signature on the document', () => {
  const place = { left: signaturePlace.x, bottom: signaturePlace.y }
  test('the place for the signature is x 130, y 468, and the signer may move it', () => {
    expect(signaturePlace).toEqual({ x: 130, y: 468, fixed: false })
  })

  test.each([
    ['the requested page 2', 2],
    ['the page named by the funding call', 'named'],
    ['the signature page of the agreement when it has no page 17', undefined],
  ] as const)('the signature is placed on %s', async (_, asked) => {
    const lender = await logIn(fixture, fixture.app, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    const funded = await fixture.fund(lender, loan, 1_000_000)
    const page = asked === 'named' ? funded.signCoordinatePage : asked
    const opened = await fixture.open(lender, funded, page)
    await fixture.sandbox.sign(opened.json.token)
    expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
    const expected = page ?? funded.signCoordinatePage
    expect(await signatures(await signedPp(lender, loan.loanNumber))).toEqual([{ page: expected, ...place }])
  })

  test('the signature is placed on page 17 by default when the document has one', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    await keepPaper(lender.lenderId, loan, { bytes: await pdfOf(18), pages: 18 })
    const funded = (await lender.pay('/funding', { ...loan, amount: 1_000_000 })).json as Funded
    await fixture.sandbox.sign((await fixture.open(lender, funded)).json.token)
    expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
    expect(await signatures(await signedPp(lender, loan.loanNumber))).toEqual([{ page: 17, ...place }])
  })

  test('SCR-15 the signature is placed on the signature page when page 17 is missing, and impossible page numbers are rejected', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    const funded = await fixture.fund(lender, loan, 1_000_000)
    for (const none of [0, -1, 1.5, 10_001])
      expect((await fixture.open(lender, funded, none)).json.code).toBe('INPUT_INVALID')
    const { signCoordinatePage: page, token } = (await fixture.open(lender, funded, 17)).json
    expect(page).toBe(funded.signCoordinatePage)
    await fixture.sandbox.sign(token)
    expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
    expect(await signatures(await signedPp(lender, loan.loanNumber))).toEqual([{ page, ...place }])
  })
})

describe('API-03 token of the signing page', () => {
  test('the token of the signing page is valid for one document and one lender only', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 2_000_000 })
    const other = await logIn(fixture, fixture.app, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    const [mine, theirs] = [
      await fixture.fund(lender, loan, 1_000_000),
      await fixture.fund(other, loan, 1_000_000),
    ]
    const refused = async (who: LoggedIn, docToken: string, digiSignId: string) => {
      const { status, json } = await fixture.open(who, { docToken, digiSignId, signCoordinatePage: 1 })
      expect([status, json.code]).toEqual([404, 'SIGNING_NOT_FOUND'])
    }
    await refused(other, mine.docToken, theirs.digiSignId)
    await refused(other, mine.docToken, mine.digiSignId)
    await refused(lender, mine.docToken, theirs.digiSignId)
    await refused(lender, mine.docToken, '')
    await refused(lender, `${mine.docToken}x`, mine.digiSignId)
    expect((await other.get(`/funding/status?docToken=${mine.docToken}`)).json.code).toBe('SIGNING_NOT_FOUND')

    const opened = [await fixture.open(lender, mine), await fixture.open(other, theirs)]
    await fixture.sandbox.sign(opened[0]?.json.token)
    expect(await fixture.ended(lender, mine.docToken)).toBe('SETTLED')
    expect((await other.get(`/funding/status?docToken=${theirs.docToken}`)).json.state).toBe('WAITING')
  })

  test('the token of the signing page is refused once the document is signed, even before the callback arrives', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 1_000_000 })
    const funded = await fixture.fund(lender, await aLoan(fixture.context), 1_000_000)
    const opened = await fixture.open(lender, funded)
    await fixture.sandbox.sign(opened.json.token, '000002')
    const unheard = await fixture.open(lender, funded)
    expect([unheard.status, unheard.json.code]).toEqual([409, 'SIGNING_ENDED'])
    fixture.travel('25 seconds')
    expect(await fixture.ended(lender, funded.docToken)).toBe('SETTLED')
    expect((await fixture.open(lender, funded)).json.code).toBe('SIGNING_ENDED')
  })
})

describe('FND-10 the two formats of a funding request', () => {
  test('a funding request may be {loanId, amount, loanNumber} or {loanInfo: [{loanId, amount}]}', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 2_000_000 })
    const loan = await aLoan(fixture.context)
    for (const body of [
      { ...loan, amount: 1_000_000 },
      { loanInfo: [{ loanId: loan.loanId, amount: 1_000_000 }] },
    ]) {
      await readAgreements(lender, { ...loan, amount: 1_000_000 })
      const { status, json } = await lender.pay('/funding', body)
      expect([status, Object.keys(json).sort()]).toEqual([
        200,
        ['digiSignId', 'docToken', 'signCoordinatePage'],
      ])
    }
    expect((await lender.get('/lender/summary')).json).toMatchObject({
      cashBalance: 0,
      reservedBalance: 2_000_000,
    })
  })

  test('a funding request with two loans, no loan, both formats at once or no key is rejected, and reserves nothing', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 2_000_000 })
    const loan = await aLoan(fixture.context)
    const one = { loanId: loan.loanId, amount: 1_000_000 }
    const two = await lender.pay('/funding', { loanInfo: [one, one] })
    expect([two.status, two.json.message]).toEqual([400, 'Satu permintaan mendanai satu pinjaman.'])
    for (const body of [{ loanInfo: [] }, { ...one, loanNumber: loan.loanNumber, loanInfo: [one] }, one]) {
      expect((await lender.pay('/funding', body)).json.code).toBe('INPUT_INVALID')
    }
    const keyless = await lender.post('/funding', { ...loan, amount: 1_000_000 })
    expect([keyless.status, keyless.json.code]).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED'])
    const foreign = await lender.pay('/funding', { ...one, loanNumber: 'T-OTHER' })
    expect(['LOAN_NUMBER_MISMATCH', 'AGREEMENT_REQUIRED']).toContain(foreign.json.code)
    expect((await lender.get('/lender/summary')).json).toMatchObject({
      cashBalance: 2_000_000,
      reservedBalance: 0,
    })
  })

  test('FND-05 a funding with a used key returns the same answer, and 409 when its body differs', async () => {
    const lender = await logIn(fixture, fixture.app, { cash: 2_000_000 })
    const loan = await aLoan(fixture.context)
    await readAgreements(lender, { ...loan, amount: 500_000 })
    const body = { ...loan, amount: 500_000 }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => lender.pay('/funding', body, 'a-click-0001')),
    )
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const other = await lender.pay('/funding', { ...body, amount: 600_000 }, 'a-click-0001')
    expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect((await lender.get('/lender/summary')).json.reservedBalance).toBe(500_000)
  })

  test('ROL-02 a funding with an agreement in the name of another lender is rejected', async () => {
    const [lender, other] = [
      await logIn(fixture, fixture.app, { cash: 1_000_000 }),
      await logIn(fixture, fixture.app),
    ]
    const { loanNumber } = await aLoan(fixture.context)
    const asked = { loanNumber, lenderUserId: lender.lenderId, amount: 500_000 }
    const { status, json } = await other.post('/funding/agreement', asked)
    expect([status, json.code]).toEqual([400, 'LENDER_MISMATCH'])
  })
})
