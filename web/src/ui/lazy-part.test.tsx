import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyPart, Part } from './lazy-part.tsx'

const Hello = ({ name }: { name: string }) => <b>{name}</b>
const draw = (Lazy: React.ComponentType<{ name: string }>) =>
  renderToStaticMarkup(
    <Part loading={<i>loading</i>} notLoaded={() => <u>not loaded</u>}>
      <Lazy name="Sari" />
    </Part>,
  )

test('SCR-01 a part shows its placeholder until its code has loaded', () => {
  expect(draw(lazyPart(() => Promise.resolve(Hello)))).toContain('<i>loading</i>')
})

test('SCR-06 a part whose code was preloaded renders at once, without its placeholder', async () => {
  const Lazy = lazyPart(() => Promise.resolve(Hello))
  await Lazy.preload()
  expect(draw(Lazy)).toContain('<b>Sari</b>')
  expect(draw(Lazy)).not.toContain('loading')
})

test('SCR-01 code that does not load is fetched once more', async () => {
  let tries = 0
  const Lazy = lazyPart(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('the network changed')
    return Hello
  })
  await Lazy.preload()
  expect(draw(Lazy)).toContain('<b>Sari</b>')
})

test('SCR-01 a preload that fails ends without an error, and the next one fetches the code again', async () => {
  let isOffline = true
  const Lazy = lazyPart(async () => {
    if (isOffline) throw new TypeError('offline')
    return Hello
  })
  await Lazy.preload()
  expect(draw(Lazy)).toContain('<i>loading</i>')
  isOffline = false
  await Lazy.preload()
  expect(draw(Lazy)).toContain('<b>Sari</b>')
})
