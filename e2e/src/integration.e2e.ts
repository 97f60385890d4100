import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseMenu } from './account-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import { expectPath, expectText, logIn, readText, toast } from './screens.ts'

useBrowser()

const keyRows = (page: Page) => page.getByRole('region', { name: 'Kunci API' }).getByRole('listitem')
const secretDialog = (page: Page) => page.getByRole('dialog', { name: 'Simpan Kunci Ini' })

/** Reads the secret from the dialog that shows it once, and closes it. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await readText(secretDialog(page).locator('code'))
  await secretDialog(page).getByRole('button', { name: 'Saya sudah menyimpannya' }).click()
  await secretDialog(page).waitFor({ state: 'detached' })
  return secret
}

journey(
  'KEY-01 KEY-02 a lender makes a key on the screen Integrasi, calls with it, rotates it, and revokes it, after which it answers 401',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 3_000_000 })
    const { page, watch } = await fixture.openWindow()
    // The refusals that ask for the password.
    watch.expect(/^answer 400: POST .*\/keys(\/rotate)?$/)
    await logIn(page, lender)
    await chooseMenu(page, 'Profil')
    await page.getByRole('dialog', { name: 'Profil' }).getByRole('link', { name: 'Integrasi' }).click()
    await expectPath(page, '/integrasi')
    await page.getByRole('heading', { level: 1, name: 'Integrasi' }).waitFor()
    await expectText(page.getByRole('main'), 'Belum ada kunci')
    const typePassword = async () => {
      const check = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
      await check.getByLabel('Kata Sandi', { exact: true }).fill(lender.password)
      await page.keyboard.press('Enter')
    }
    const call = async (secret: string) => {
      const url = new URL('/api/v1/partner/cash', page.url())
      const answer = await fetch(url, { headers: { authorization: `Bearer ${secret}` } })
      const body = (await answer.json()) as { accounts?: { balance: number }[]; code?: string }
      return { status: answer.status, balance: body.accounts?.[0]?.balance, code: body.code }
    }

    await page.getByRole('button', { name: 'Buat kunci' }).click()
    const form = page.getByRole('dialog', { name: 'Buat Kunci' })
    await form.getByRole('button', { name: 'Buat kunci' }).click()
    await expectText(form, 'Tulis nama kunci.')
    await form.getByLabel('Nama kunci').fill('Buku besar')
    await checkAllScreens(page, 'integration-new-key')
    await form.getByRole('button', { name: 'Buat kunci' }).click()
    await typePassword()
    await secretDialog(page).waitFor()
    await checkAllScreens(page, 'integration-secret')
    const first = await takeSecret(page)
    expect(await call(first)).toEqual({ status: 200, balance: 3_000_000, code: undefined })
    await page.reload()
    await expectText(keyRows(page).first(), 'Terakhir dipakai')
    await checkAllScreens(page, 'integration')

    await page.getByRole('button', { name: 'Ganti kunci Buku besar' }).click()
    await typePassword()
    await secretDialog(page).waitFor()
    const second = await takeSecret(page)
    expect(second).not.toBe(first)
    expect([(await call(first)).status, (await call(second)).status]).toEqual([200, 200])
    await expectText(keyRows(page).first(), 'Kunci sebelumnya masih berlaku sampai')

    await page.getByRole('button', { name: 'Cabut kunci Buku besar' }).click()
    await page
      .getByRole('dialog', { name: 'Cabut Kunci' })
      .getByRole('button', { name: 'Cabut kunci' })
      .click()
    await expectText(toast(page), 'Kunci telah dicabut')
    await expectText(page.getByRole('main'), 'Belum ada kunci')
    for (const secret of [first, second])
      expect(await call(secret)).toEqual({ status: 401, balance: undefined, code: 'KEY_UNKNOWN' })
  },
)
