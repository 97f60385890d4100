import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const merchant = {
  merchantKey: 'merchant key of the tests',
  username: 'merchant',
  password: 'password of the tests',
  owner: { privyId: 'OWNER01', enterpriseToken: 'enterprise token of the tests' },
}

/** The settings that make the sandbox offer Privy's API to this merchant. */
export const privySandbox = (callbackUrl: string): Record<string, string> => ({
  ...privySettings,
  SANDBOX_PRIVY_CALLBACK_URL: callbackUrl,
})

/** The credentials of the same merchant as settings of the app. */
export const privySettings = {
  PRIVY_MERCHANT_KEY: merchant.merchantKey,
  PRIVY_USERNAME: merchant.username,
  PRIVY_PASSWORD: merchant.password,
  PRIVY_OWNER_ID: merchant.owner.privyId,
  PRIVY_ENTERPRISE_TOKEN: merchant.owner.enterpriseToken,
}

export type Scripted = { baseUrl: string; requests: string[]; close(): Promise<void> }

/** Starts a fake provider whose responses the test scripts. */
export async function startScripted(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Scripted> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
