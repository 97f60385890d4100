import type { CDPSession, Page } from 'playwright-core'
import { type Screen, desktop } from './browser.ts'
import type { Fixture } from './journey.ts'
import { Mailbox } from './mailbox.ts'
import type { PageWatch } from './page-watch.ts'
import { expectText, press } from './screens.ts'

export type Right = 'LOOK' | 'WORK' | 'DECIDE' | 'ADMIN'

/** The page of an authenticator that asks nobody: it is on the machine, and its user has been verified. */
const device = {
  protocol: 'ctap2',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** A member of the staff at a browser of their own, which makes passkeys without a finger. */
export class StaffMember {
  readonly name: string
  readonly email: string
  readonly page: Page
  readonly watch: PageWatch
  readonly #devices: CDPSession
  readonly #origin: string
  #device = ''

  private constructor(
    { name, email, origin }: { name: string; email: string; origin: string },
    page: Page,
    watch: PageWatch,
    devices: CDPSession,
  ) {
    this.name = name
    this.email = email
    this.#origin = origin
    this.page = page
    this.watch = watch
    this.#devices = devices
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
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const person = new StaffMember({ name, email, origin }, page, watch, devices)
    await person.#addDevice('internal')
    return person
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
    await this.#addDevice('usb')
    await page.getByLabel('Nama passkey').fill(label)
    await press(page.getByRole('button', { name: 'Buat passkey' }))
    await expectText(page.getByRole('table', { name: 'Passkey Anda' }), label)
  }

  /** Takes the authenticator away, with the passkeys on it. */
  async lose(): Promise<void> {
    await this.#devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#device })
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

  /** From here on this authenticator answers; one that was there before keeps silent. */
  async #addDevice(transport: 'internal' | 'usb'): Promise<void> {
    const silent = { authenticatorId: this.#device, enabled: false }
    if (this.#device !== '') await this.#devices.send('WebAuthn.setAutomaticPresenceSimulation', silent)
    const added = await this.#devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...device, transport },
    })
    this.#device = added.authenticatorId
  }
}
