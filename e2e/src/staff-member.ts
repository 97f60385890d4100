import type { Page } from 'playwright-core'
import { type Screen, desktop } from './browser.ts'
import type { Fixture } from './journey.ts'
import { Mailbox } from './mailbox.ts'
import type { PageWatch } from './page-watch.ts'
import { expectText, press } from './screens.ts'
import { VirtualAuthenticator } from './virtual-authenticator.ts'

export type Right = 'LOOK' | 'WORK' | 'DECIDE' | 'ADMIN'

/** A member of the staff at a browser of their own, which makes passkeys without a finger. */
export class StaffMember {
  readonly name: string
  readonly email: string
  readonly page: Page
  readonly watch: PageWatch
  readonly #device: VirtualAuthenticator
  readonly #origin: string

  private constructor(
    { name, email, origin }: { name: string; email: string; origin: string },
    page: Page,
    watch: PageWatch,
    device: VirtualAuthenticator,
  ) {
    this.name = name
    this.email = email
    this.#origin = origin
    this.page = page
    this.watch = watch
    this.#device = device
  }

  /** Adds a person with these rights on the machine, and lets them accept their invitation in a window of their own. */
  static async hire(
    fixture: Fixture,
    name: string,
    rights: Right[],
    screen: Screen = desktop,
  ): Promise<StaffMember> {
    const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@operator.example`
    const facts = ['--name', name, '--email', email, '--rights', rights.join(',')]
    await fixture.operator.run(['staff', 'add', ...facts])
    const answer = await fixture.operator.run(['staff', 'invite', '--name', name, '--reason', 'e2e'])
    const person = await StaffMember.open(fixture, { name, email }, screen)
    await person.accept((answer as { link: string }).link)
    if (rights.includes('DECIDE')) await person.addPasskey('Kunci cadangan')
    return person
  }

  /** A window on the console with an authenticator in it, and nobody logged in. */
  static async open(
    fixture: Fixture,
    { name, email }: { name: string; email: string },
    screen: Screen = desktop,
  ): Promise<StaffMember> {
    const origin = fixture.product.consoleOrigin
    const { page, watch, context } = await fixture.openWindow(screen)
    return new StaffMember(
      { name, email, origin },
      page,
      watch,
      await VirtualAuthenticator.open(context, page),
    )
  }

  /** Makes the first passkey by the link of an invitation. */
  async accept(link: string): Promise<void> {
    const { page } = this
    // The operator of a test does not know the console's port.
    await page.goto(`${this.#origin}/console/invitation${new URL(link).hash}`)
    await page.getByLabel('Nama passkey').fill('Laptop')
    await press(page.getByRole('button', { name: 'Buat passkey' }))
    await page.getByRole('heading', { name: 'Passkey saya' }).waitFor()
  }

  /** Makes another passkey, on another authenticator. */
  async addPasskey(label: string): Promise<void> {
    const { page } = this
    await page.goto(`${this.#origin}/console/passkey-saya`)
    await this.#device.add('usb')
    await page.getByLabel('Nama passkey').fill(label)
    await press(page.getByRole('button', { name: 'Buat passkey' }))
    await expectText(page.getByRole('table', { name: 'Passkey Anda' }), label)
  }

  /** Takes the authenticator away, with the passkeys on it. */
  async lose(): Promise<void> {
    await this.#device.remove()
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}/console${path}`)
  }

  async logIn(): Promise<void> {
    await press(this.page.getByRole('button', { name: 'Masuk dengan passkey' }))
    await this.page.getByRole('navigation', { name: 'Menu utama' }).first().waitFor()
  }

  mailbox(fixture: Fixture): Mailbox {
    return new Mailbox(fixture.product, this.email)
  }
}
