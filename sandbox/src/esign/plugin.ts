import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { EsignConfig } from '../config.ts'
import { apiRoutes } from './api-routes.ts'
import { assetRoutes } from './assets.ts'
import { CallbackCourier } from './callbacks.ts'
import { pageRoutes } from './page-routes.ts'
import { TestPki } from './pki.ts'
import type { Provider } from './provider.ts'
import { DocumentStore } from './store.ts'

type EsignOptions = { config: EsignConfig; dataFolder: string; publicUrl: () => string; now: () => Date }

/** Opens the e-signature provider in its folder and hangs its routes under /esign. */
export async function addEsign(app: FastifyInstance, options: EsignOptions): Promise<void> {
  const { config, now, publicUrl } = options
  const store = await DocumentStore.open(path.join(options.dataFolder, 'documents'))
  const pki = new TestPki(path.join(options.dataFolder, 'pki'), now)
  await pki.prepare()
  const courier = new CallbackCourier({
    store,
    secret: config.callbackSecret,
    retryMs: config.retryMs,
    now,
    warn: (message) => process.stderr.write(`${message}\n`),
  })
  const provider: Provider = { config, store, pki, courier, now, publicUrl }
  await app.register(apiRoutes(provider), { prefix: '/esign/v1' })
  await app.register(pageRoutes(provider), { prefix: '/esign/sign' })
  await app.register(assetRoutes, { prefix: '/esign/assets' })
  app.addHook('onListen', async () => courier.start())
  app.addHook('onClose', async () => courier.stop())
}
