import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseMenu } from './account-screens.ts'
import { desktop, phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { loanCards, logIn, openMarketplace, openTransactions } from './screens.ts'

useBrowser()

/** Elements outside the dialog that assistive technology reaches. */
const reachable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#app *')]
      .filter((one) => one.childElementCount === 0 && one.getClientRects().length > 0)
      .filter((one) => !one.closest('[aria-hidden=true], [inert]'))
      .map((one) => one.outerHTML.slice(0, 120)),
  )

journey(
  'SCN-04 what is below a dialog stays hidden from assistive technology when the width of the window changes',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 5_000_000 }))
    const open = {
      'the withdrawal': async () => {
        await openTransactions(page)
        await chooseMenu(page, 'Tarik Dana')
      },
      'the profile': async () => {
        await openMarketplace(page)
        await loanCards(page).first().waitFor()
        await chooseMenu(page, 'Profil')
      },
    }
    for (const [name, show] of Object.entries(open)) {
      await show()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      for (const { width = 0, height = 0 } of [desktop, phone, desktop]) {
        await page.setViewportSize({ width, height })
        await expect
          .poll(async () => ({ name, width, reached: await reachable(page) }))
          .toEqual({
            name,
            width,
            reached: [],
          })
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => reachable(page)).not.toEqual([])
    }
  },
)
