import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** The page of an authenticator that asks nobody: it is on the machine, and its user has been verified. */
const device = {
  protocol: 'ctap2',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Chromium's virtual authenticators for one page, which make and use passkeys without a finger. */
export class VirtualAuthenticator {
  readonly #devices: CDPSession
  #device = ''

  private constructor(devices: CDPSession) {
    this.#devices = devices
  }

  /** Puts an authenticator into a page. */
  static async open(context: BrowserContext, page: Page): Promise<VirtualAuthenticator> {
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const authenticator = new VirtualAuthenticator(devices)
    await authenticator.add('internal')
    return authenticator
  }

  /** From here on another authenticator answers; one that was there before keeps silent. */
  async add(transport: 'internal' | 'usb'): Promise<void> {
    const silent = { authenticatorId: this.#device, enabled: false }
    if (this.#device !== '') await this.#devices.send('WebAuthn.setAutomaticPresenceSimulation', silent)
    const added = await this.#devices.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...device, transport },
    })
    this.#device = added.authenticatorId
  }

  /** Takes the authenticator away, with the passkeys on it. */
  async remove(): Promise<void> {
    await this.#devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#device })
  }
}
