import type { Plugin } from 'vite'

/**
 * Lets go of the router's components that nothing here uses, and of the code of its server below them: to the build,
 * making them and naming them for developers' tools look like effects.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/dom\/lib\.js$/ },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = .*$/gm, '')
        .replaceAll(/= (React\$1\.forwardRef\()/g, '= /* @__PURE__ */ $1'),
  },
})
