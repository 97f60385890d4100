import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signaturePlace } from '@pematang/contract/signing/endpoints'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PDFDocument from 'pdfkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../documents/pdf/read-pdf.ts'
import { findOfferedLoan, keepAgreement, takeSnapshot } from '../funding/index.ts'
import { perform } from '../platform/mutation.ts'
import { type LoggedIn, logIn } from '../testing/http.ts'
import { aLoan } from '../testing/people.ts'
import {
  type Funded,
  type Loan,
  makeSigningWorld,
  type Opened,
  type SigningWorld,
} from '../testing/signing.ts'

let world: SigningWorld
let folder: string
beforeAll(async () => {
  world = await makeSigningWorld()
  folder = await mkdtemp(join(tmpdir(), 'signing-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  world.travel(undefined)
  expect(await world.books()).toEqual([])
})

const hasPdfsig = (() => {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

const download = async (lender: LoggedIn, url: string): Promise<Buffer> => {
  const answer = await lender.post('/documents/download', { document_url: url })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return answer.bytes
}

/** Where the fields for a signature are, read by an implementation that had no part in making them. */
async function signatures(bytes: Buffer): Promise<{ page: number; left: number; bottom: number }[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await loading.promise
  const found: { page: number; left: number; bottom: number }[] = []
  for (let page = 1; page <= document.numPages; page += 1) {
    for (const note of await (await document.getPage(page)).getAnnotations()) {
      if (note.fieldType === 'Sig') found.push({ page, left: note.rect[0], bottom: note.rect[1] })
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

/** An agreement over Rp1.000.000 on other paper than ours, which never has 17 pages. */
async function keepPaper(lenderId: number, { loanNumber }: Loan, rendered: { bytes: Buffer; pages: number }) {
  const { context } = world
  const loan = await findOfferedLoan(context.db, lenderId, loanNumber)
  if (!loan) throw new Error(`${loanNumber} is not offered`)
  const id = context.random.uuid()
  const snapshot = await takeSnapshot(context, { id, lenderId, amount: 1_000_000, loan })
  const paper = { ...rendered, signaturePage: 6 }
  await perform(context, keepAgreement, {
    actor: { kind: 'lender', lenderId },
    input: { id, lenderId, loanId: loan.loanId, snapshot, pp: paper, ppfp: paper },
  })
}

describe('the whole road', () => {
  test('FND-03 FND-05 FND-07 from the agreement to the portfolio: read, fund, sign, and every figure agrees', async () => {
    const lender = await logIn(world, world.app, { cash: 5_000_000 })
    const loan = await aLoan(world.context, { totalLoan: 10_000_000, tenor: 6 })
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
    // While it waits, the money is reserved: not free, not lent, not on sale.
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

    const opened = await world.open(lender, funded.json, funded.json.signCoordinatePage)
    expect(opened.status).toBe(200)
    const page = await fetch((opened.json as Opened).url)
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
    const toSign = await fetch(`${(opened.json as Opened).url}/files/0`)
    expect(Buffer.from(await toSign.arrayBuffer()).equals(shown)).toBe(true)
    expect((await world.sandbox.sign(opened.json.token)).status).toBe(200)
    expect(await world.ended(lender, funded.json.docToken)).toBe('SETTLED')

    const status = await lender.get(`/funding/status?docToken=${funded.json.docToken}`)
    expect(status.json).toEqual({ state: 'SETTLED', loanNumber: loan.loanNumber, amount })
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
    expect(factsheet?.text).toContain('Lembar Fakta Pinjaman')
  })

  test.skipIf(!hasPdfsig && process.env.CI === undefined)(
    'FND-06 the agreement that a lender downloads is validly signed as a whole, by the lender',
    async () => {
      const lender = await logIn(world, world.app, { cash: 1_000_000 })
      const loan = await aLoan(world.context)
      const funded = await world.fund(lender, loan, 1_000_000)
      await world.sandbox.sign((await world.open(lender, funded)).json.token)
      expect(await world.ended(lender, funded.docToken)).toBe('SETTLED')
      const file = join(folder, 'signed.pdf')
      await writeFile(file, await signedPp(lender, loan.loanNumber))
      const report = execFileSync('pdfsig', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      expect(report).toContain('Signature is Valid')
      expect(report).toContain('Total document signed')
      expect(report).toContain(lender.user.userName)
    },
  )
})

describe('FND-06 the place of the signature', () => {
  const place = { left: signaturePlace.x, bottom: signaturePlace.y }
  test('the place is x 130, y 468, not fixed', () => {
    expect(signaturePlace).toEqual({ x: 130, y: 468, fixed: false })
  })

  test.each([
    ['page 2, which was asked for', 2],
    ['the page that the funding call named', 'named'],
    ['the agreement’s own page, where it has no page 17', undefined],
  ] as const)('%s', async (_, asked) => {
    const lender = await logIn(world, world.app, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    const funded = await world.fund(lender, loan, 1_000_000)
    const page = asked === 'named' ? funded.signCoordinatePage : asked
    const opened = await world.open(lender, funded, page)
    await world.sandbox.sign(opened.json.token)
    expect(await world.ended(lender, funded.docToken)).toBe('SETTLED')
    const expected = page ?? funded.signCoordinatePage
    expect(await signatures(await signedPp(lender, loan.loanNumber))).toEqual([{ page: expected, ...place }])
  })

  test('page 17, where the document has one and none was asked for', async () => {
    const lender = await logIn(world, world.app, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    await keepPaper(lender.lenderId, loan, { bytes: await pdfOf(18), pages: 18 })
    const funded = (await lender.pay('/funding', { ...loan, amount: 1_000_000 })).json as Funded
    await world.sandbox.sign((await world.open(lender, funded)).json.token)
    expect(await world.ended(lender, funded.docToken)).toBe('SETTLED')
    expect(await signatures(await signedPp(lender, loan.loanNumber))).toEqual([{ page: 17, ...place }])
  })

  test('a page that the document has not is refused, and can be asked for rightly afterwards', async () => {
    const lender = await logIn(world, world.app, { cash: 1_000_000 })
    const funded = await world.fund(lender, await aLoan(world.context), 1_000_000)
    const beyond = await world.open(lender, funded, 999)
    expect([beyond.status, beyond.json.code]).toEqual([400, 'SIGNING_PAGE_UNKNOWN'])
    for (const page of [0, -1, 1.5, 10_001]) {
      expect((await world.open(lender, funded, page)).json.code).toBe('INPUT_INVALID')
    }
    expect((await world.open(lender, funded)).status).toBe(200)
  })
})

describe('API-03 the token of the signing page', () => {
  test('is for this document and this lender alone', async () => {
    const lender = await logIn(world, world.app, { cash: 2_000_000 })
    const other = await logIn(world, world.app, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    const [mine, theirs] = [
      await world.fund(lender, loan, 1_000_000),
      await world.fund(other, loan, 1_000_000),
    ]
    const refused = async (who: LoggedIn, docToken: string, digiSignId: string) => {
      const { status, json } = await world.open(who, { docToken, digiSignId, signCoordinatePage: 1 })
      expect([status, json.code]).toEqual([404, 'SIGNING_NOT_FOUND'])
    }
    await refused(other, mine.docToken, theirs.digiSignId)
    await refused(other, mine.docToken, mine.digiSignId)
    await refused(lender, mine.docToken, theirs.digiSignId)
    await refused(lender, mine.docToken, '')
    await refused(lender, `${mine.docToken}x`, mine.digiSignId)
    expect((await other.get(`/funding/status?docToken=${mine.docToken}`)).json.code).toBe('SIGNING_NOT_FOUND')

    const opened = [await world.open(lender, mine), await world.open(other, theirs)]
    await world.sandbox.sign(opened[0]?.json.token)
    expect(await world.ended(lender, mine.docToken)).toBe('SETTLED')
    expect((await other.get(`/funding/status?docToken=${theirs.docToken}`)).json.state).toBe('WAITING')
  })

  test('is refused once the document waits no more, also while our side has not heard of the signature', async () => {
    const lender = await logIn(world, world.app, { cash: 1_000_000 })
    const funded = await world.fund(lender, await aLoan(world.context), 1_000_000)
    const opened = await world.open(lender, funded)
    await world.sandbox.sign(opened.json.token, '000002')
    const unheard = await world.open(lender, funded)
    expect([unheard.status, unheard.json.code]).toEqual([409, 'SIGNING_ENDED'])
    world.travel('25 seconds')
    expect(await world.ended(lender, funded.docToken)).toBe('SETTLED')
    expect((await world.open(lender, funded)).json.code).toBe('SIGNING_ENDED')
  })
})

describe('FND-10 the two readings of the funding call', () => {
  test('{loanId, amount, loanNumber} and {loanInfo: [{loanId, amount}]} both fund', async () => {
    const lender = await logIn(world, world.app, { cash: 2_000_000 })
    const loan = await aLoan(world.context)
    for (const body of [
      { ...loan, amount: 1_000_000 },
      { loanInfo: [{ loanId: loan.loanId, amount: 1_000_000 }] },
    ]) {
      await lender.post('/funding/agreement', {
        loanNumber: loan.loanNumber,
        lenderUserId: lender.lenderId,
        amount: 1_000_000,
      })
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

  test('two loans in one request, none, both readings at once, or no key: refused, and nothing is reserved', async () => {
    const lender = await logIn(world, world.app, { cash: 2_000_000 })
    const loan = await aLoan(world.context)
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

  test('FND-05 the same key answers the same once more; another body under it is 409', async () => {
    const lender = await logIn(world, world.app, { cash: 2_000_000 })
    const loan = await aLoan(world.context)
    await lender.post('/funding/agreement', {
      loanNumber: loan.loanNumber,
      lenderUserId: lender.lenderId,
      amount: 500_000,
    })
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

  test('ROL-02 nobody makes an agreement in the name of another lender', async () => {
    const [lender, other] = [
      await logIn(world, world.app, { cash: 1_000_000 }),
      await logIn(world, world.app),
    ]
    const { loanNumber } = await aLoan(world.context)
    const asked = { loanNumber, lenderUserId: lender.lenderId, amount: 500_000 }
    const { status, json } = await other.post('/funding/agreement', asked)
    expect([status, json.code]).toEqual([400, 'LENDER_MISMATCH'])
  })
})
