/** A script file of the build, and a pattern of the modules that it contains, whichever file imports them. */
type Chunk = { name: string; test: RegExp }

const anyOf = (...modules: string[]) => new RegExp(modules.join('|'))

/** Icons of lucide-react whose file names begin with one of these. */
const icons = (...names: string[]) => `lucide-react/dist/esm/icons/(${names.join('|')})`

/**
 * Code that several screens share is in a few files instead of dozens. Each small file would cost a round trip before
 * the first screen, and over HTTP/1.1 would wait for another file.
 */
export const chunks: Chunk[] = [
  {
    name: 'core',
    test: anyOf(
      'vite/preload-helper',
      'node_modules/(react|react-dom|scheduler|react-router)/',
      String.raw`node_modules/lucide-react/dist/esm/(createLucideIcon|Icon|context)\.`,
      String.raw`web/src/(api|session)/[a-z-]+\.ts$`,
      String.raw`web/src/(config|paths)\.ts`,
      String.raw`contract/src/bare-number\.ts`,
      String.raw`web/src/(shell/(logo|footer|new-release)|requirements/contact-links)\.tsx?`,
      'web/src/ui/(cx|link[.]|spinner|toast|loader-store|global-loader|lazy-part|part-missing|empty-message|page-picture|button|card[.]|icon-button|field|text-field|second-presses|keep-focus)',
    ),
  },
  {
    // The code that the screens behind the login share.
    name: 'lender',
    test: anyOf(
      'node_modules/@tanstack/',
      'node_modules/@base-ui/react/(esm/)?(internals/)?csp',
      'contract/src/format/',
      String.raw`web/src/(lists|lender)/[a-z-]+\.tsx?$`,
      String.raw`web/src/company/member\.ts`,
      String.raw`web/src/ui/(empty-state|empty-pictures|skeleton|count-text|progress-bar|tab-look|tab-strip|on-first-press|popover|menu|select|select-text|money|search-field|facts|save-file|pagination|pagination-window|day-text|link-tabs|status-label|when-seen|filter-button|checkbox|use-draft|use-wide)\.tsx?$`,
      String.raw`web/src/features/lenders/notifications/state\.ts`,
      String.raw`web/src/features/funding/bulk/progress\.ts`,
      String.raw`web/src/features/[a-z-]+/[a-z-]+/use-institution\.ts`,
      String.raw`web/src/agreement/open-document\.ts`,
      'web/src/shell/(prefetch|query-client|screen-skeleton|top-bar-visibility|account-dialogs)',
      icons(
        ...[
          'triangle',
          'x',
          'chevron',
          'circle',
          'clock',
          'search',
          'bell',
          'info',
          'sun',
          'moon',
          'download',
        ],
        ...['calendar', 'wallet', 'arrow', 'file-text', String.raw`store\.`, 'pen-line'],
      ),
    ),
  },
  // The result of a funding is a separate screen, which does not load the funding dialogs.
  { name: 'funding-result', test: /features\/funding\/single\/(funding-result|result-)/ },
]
