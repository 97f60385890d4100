import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { signaturePlace } from '@pematang/contract/funding/signing/endpoints'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { journey, ownAddress, useBrowser, useProduct, type Fixture } from './journey.ts'
import { withoutConsole } from './product.ts'
import type { FundedLoan, LenderApi } from './lender-api.ts'
import type { Lender, Loan } from './operator.ts'
import {
  expectPath,
  expectText,
  fundLoan,
  logIn,
  portfolioRow,
  openAgreement,
  signingPage,
} from './screens.ts'
import { judgePdf } from './signed-pdf.ts'
import { startTlsTerminator, type TlsTerminator } from './tls-terminator.ts'
import { until } from './waiting.ts'

/**
 * The host where Privy's SDK, in development mode, looks for the signing page; here it is the sandbox's, behind TLS.
 */
const privy = 'https://stg-sign.privy.id'
const sdk = readFileSync(createRequire(import.meta.url).resolve('privy-sdk'), 'utf8')
const amount = 3_000_000

let terminator: TlsTerminator | undefined
useProduct({
  ...withoutConsole,
  ESIGN_PROVIDER: 'privy',
  SANDBOX_PUBLIC_URL: privy,
  SIGNATURE_POLL_SECONDS: '2',
})
useBrowser(async () => {
  terminator = await startTlsTerminator(ownAddress().sandboxOrigin)
  const flags = [
    '--ignore-certificate-errors',
    // The test serves the SDK's page itself, so the browser treats it as a public page, which may not access this
    // machine.
    '--disable-features=LocalNetworkAccessChecks',
    `--host-resolver-rules=MAP ${new URL(privy).hostname} 127.0.0.1:${terminator.port}`,
  ]
  return { flags, viewsPdf: true }
})
afterAll(() => terminator?.close())

type Heard = { event: string; docToken: unknown }
type Options = { privyId: string; signature: { page: number; x: number; y: number; fixed: boolean } }

/** Opens a page of an app that embeds the signing page with the unchanged SDK from npm. */
async function openWithSdk(
  page: Page,
  origin: string,
  docToken: string,
  options: Options,
): Promise<FrameLocator> {
  await page.route(`${origin}/sdk/*`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: sdk })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><div style="height:880px"><div class="privy-document"></div></div><script src="privy-sdk.js"></script>',
        }),
  )
  // The SDK requests a font, which does not matter for this test.
  await page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )
  await page.goto(`${origin}/sdk/page`)
  await page.evaluate(
    ([token, asked]) => {
      const { Privy } = window as unknown as { Privy: { openDoc(token: string, options: object): Emitter } }
      type Emitter = { on(event: string, hear: (data: unknown) => void): Emitter }
      const heard: object[] = []
      Object.assign(window, { heard })
      const opened = Privy.openDoc(token, { dev: true, container: '.privy-document', ...asked })
      for (const event of ['after-action', 'after-sign', 'after-review']) {
        opened.on(event, (data) => heard.push({ event, ...(data as object) }))
      }
    },
    [docToken, options] as const,
  )
  return page.frameLocator('iframe')
}

const heardOf = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)

async function signFrame(frame: FrameLocator, pin = '123456'): Promise<void> {
  await frame.getByLabel('PIN enam angka').pressSequentially(pin)
  await frame.getByRole('button', { name: 'Tanda tangani', exact: true }).click()
}

async function waiting(
  fixture: Fixture,
): Promise<{ lender: Lender; loan: Loan; api: LenderApi; funded: FundedLoan }> {
  const lender = await fixture.makeLender()
  const loan = await fixture.makeLoan()
  const api = await fixture.apiOf(lender)
  const loanId = (await api.offered(loan))?.loanId ?? 0
  await api.prepareAgreement(loan.loanNumber, amount)
  const funded = await api.fund({ loanId, amount, loanNumber: loan.loanNumber }, crypto.randomUUID())
  return { lender, loan, api, funded }
}

/** Gets Privy's token of the next document, as the app has it. */
const nextToken = async (api: LenderApi, { docToken }: FundedLoan): Promise<string> =>
  new URL(await api.openSigning(docToken)).pathname.replace('/doc/', '')

/** The lower left corners of the signatures in a signed file. */
const corners = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').matchAll(/\/Rect\s*\[\s*([\d.]+)\s+([\d.]+)/g)].map(
    ([, x, y]) => `${Number(x)} ${Number(y)}`,
  )

journey(
  'DOOR-12 the unmodified privy-sdk 2.0.3 opens the sandbox signing page and receives after-action as its last message',
  async (fixture) => {
    const { loan, api, funded, lender } = await waiting(fixture)
    const { page } = await fixture.openWindow()
    const { origin } = fixture.product
    const main = await nextToken(api, funded)
    const options = { privyId: funded.digiSignId, signature: { page: 2, x: 200, y: 300, fixed: true } }
    const asked = page.waitForRequest((request) => request.url().startsWith(`${privy}/doc/`))
    const frame = await openWithSdk(page, origin, main, options)
    const address = new URL((await asked).url())
    expect(address.pathname).toBe(`/doc/${main}`)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      page: '2',
      x: '200',
      y: '300',
      fixed: 'true',
      privyId: funded.digiSignId,
    })

    // Reading to the end must only record a review; the page stays open.
    await frame.locator('[role=tabpanel] .end').scrollIntoViewIfNeeded()
    await expect
      .poll(async () => (await heardOf(page)).map(({ event }) => event))
      .toEqual(['after-review', 'after-action'])
    await expect.poll(() => frame.locator('.place').count()).toBe(1)
    expect(await frame.locator('.place.movable').count()).toBe(0)
    await signFrame(frame)
    await expect
      .poll(async () => (await heardOf(page)).map(({ event }) => event))
      .toEqual(['after-review', 'after-action', 'after-sign', 'after-action'])
    expect(new Set((await heardOf(page)).map(({ docToken }) => docToken))).toEqual(new Set([main]))

    // Gets the next document, whose signature may be moved on the page.
    const facility = await until('the next document', async () => {
      const token = await nextToken(api, funded)
      return token === main ? null : token
    })
    const second = await openWithSdk(page, origin, facility, {
      privyId: funded.digiSignId,
      signature: { page: 1, ...signaturePlace },
    })
    const mark = second.getByRole('button', { name: /^Letak tanda tangan: geser/ })
    await mark.focus()
    await mark.press('ArrowRight')
    await mark.press('ArrowDown')
    await signFrame(second)
    await expect
      .poll(async () => (await heardOf(page)).map(({ event }) => event))
      .toEqual(['after-sign', 'after-action'])

    await until('the funding is settled', async () => {
      const { state } = await api.fundingState(funded.docToken)
      return state === 'SETTLED' ? true : null
    })
    await logIn(page, lender)
    await portfolioRow(page, loan).waitFor()
    const signed = await openAgreement(page, loan)
    expect(judgePdf(signed).signatures).toContain('Signature is Valid')
    expect(corners(signed)).toContain('200 300')
  },
)

journey(
  'DOOR-12 the sandbox signing page refuses another signer, a signature position outside the page and an unknown token',
  async (fixture) => {
    const { api, funded } = await waiting(fixture)
    const { page, watch } = await fixture.openWindow()
    const token = await nextToken(api, funded)
    const right = { privyId: funded.digiSignId, signature: { page: 1, ...signaturePlace } }
    const cases = [
      [token, { ...right, privyId: 'OTHER1' }, 403, 'Dokumen untuk penanda tangan lain'],
      [token, { ...right, signature: { ...right.signature, x: 5_000 } }, 422, 'Letak tanda tangan tidak ada'],
      ['f'.repeat(64), right, 404, 'Halaman tidak ditemukan'],
    ] as const
    for (const [docToken, options, status, title] of cases) {
      watch.expect(new RegExp(`^answer ${status}: GET ${privy}/doc/`))
      const frame = await openWithSdk(page, fixture.product.origin, docToken, options)
      await frame.getByRole('heading', { name: title }).waitFor()
      expect(await heardOf(page)).toEqual([])
    }
  },
)

journey(
  'DOOR-12 a lender signs both Privy agreements in the signing screen and the funding settles',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    const policy = (await page.goto('/lender/'))?.headers()['content-security-policy'] ?? ''
    expect(policy.split(/;\s*/).filter((part) => part.startsWith('frame-src'))).toEqual([
      `frame-src ${privy}`,
    ])
    await logIn(page, lender, '/marketplace/list')
    await fundLoan(page, loan, amount)
    await expectPath(page, '/privy')
    const frame = signingPage(page)
    await expectText(page.getByRole('main'), 'Setelah ini 1 dokumen lagi')
    await frame.locator('.single-title', { hasText: 'Perjanjian Pendanaan' }).waitFor()
    // Reading a document to its end does not close the page.
    await frame.locator('[role=tabpanel] .end').scrollIntoViewIfNeeded()
    await signFrame(frame)
    await frame.locator('.single-title', { hasText: 'Perjanjian Pemberian Fasilitas' }).waitFor()
    await signFrame(frame)
    await expectPath(page, '/fundingStatus')
    await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
    await page.getByRole('button', { name: 'Lihat Dashboard' }).click()
    expect(judgePdf(await openAgreement(page, loan)).signatures).toContain('Signature is Valid')
  },
)
