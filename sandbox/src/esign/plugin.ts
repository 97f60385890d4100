import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { EsignConfig, PrivyConfig } from '../config.ts'
import { addPrivy } from '../privy/plugin.ts'
import { noticeOf } from '../privy/view.ts'
import { apiRoutes } from './api-routes.ts'
import { assetRoutes } from './assets.ts'
import { CallbackCourier } from './callbacks.ts'
import { linkRoutes } from './link-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { TestPki } from './pki.ts'
import type { Provider } from './provider.ts'
import { DocumentStore } from './store.ts'

type EsignOptions = {
  config: EsignConfig
  /** Settings of Privy's API; null = disabled. */
  privy: PrivyConfig | null
  dataFolder: string
  publicUrl: () => string
  now: () => Date
}

/**
 * Opens the e-signature provider in its folder and registers its routes under /esign.
 * @returns its certificate authority
 */
export async function addEsign(app: FastifyInstance, options: EsignOptions): Promise<TestPki> {
  const { config, now, privy, publicUrl } = options
  const store = await DocumentStore.open(path.join(options.dataFolder, 'documents'))
  const pki = new TestPki(path.join(options.dataFolder, 'pki'), now)
  const courier = new CallbackCourier({
    store,
    secret: config.callbackSecret,
    retryMs: config.retryMs,
    now,
    noticeOf: (record, event) =>
      noticeOf(record, event, {
        publicUrl: publicUrl(),
        filesUrl: publicUrl(),
        secret: privy?.merchantKey ?? '',
        now: now(),
      }),
    warn: (message) => process.stderr.write(`${message}\n`),
  })
  const provider: Provider = { config, store, pki, courier, now, publicUrl }
  await app.register(apiRoutes(provider), { prefix: '/esign/v1' })
  await app.register(pageRoutes(provider), { prefix: '/esign/sign' })
  await app.register(linkRoutes(provider), { prefix: '/doc' })
  if (privy !== null) await addPrivy(app, provider, privy)
  await app.register(assetRoutes, { prefix: '/esign/assets' })
  app.addHook('onListen', async () => courier.start())
  app.addHook('onClose', async () => courier.stop())
  return pki
}
