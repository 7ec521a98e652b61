import { readFileSync } from 'node:fs'

const DOCUMENTATION = new URL('../../../../docs/integrations/', import.meta.url)

/** The code that a page of the documentation shows, by the files that it names, for a product and a service of a test. */
function documented(page: string, service: string): Record<string, string> {
  const text = readFileSync(new URL(`${page}.md`, DOCUMENTATION), 'utf8')
  const blocks = [...text.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, file = '', code = '']) => [
    file,
    code.replaceAll('https://stats.example.com', service).replaceAll('prd_…', 'prd_1'),
  ])
  if (blocks.length === 0) throw new Error(`${page}.md names no file.`)
  return Object.fromEntries(blocks)
}

const index = (root: string, entry: string) =>
  `<!doctype html><title>Shop</title><div id="${root}"></div><script type="module" src="/${entry}"></script>`
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM'],
    types: [],
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts', '*.tsx'],
})
const VITE_CONFIG = 'export default { preview: { allowedHosts: true } }\n'

/**
 * For each framework, an application with the pages `/` and `/about`, a redirect from `/start` to `/`, links to them and the button of
 * the documentation, which sends an event.
 */
export const APPLICATIONS = {
  react: (service: string) => ({
    ...documented('react', service),
    'package.json': '{ "type": "module" }',
    'vite.config.js': VITE_CONFIG,
    'tsconfig.json': TSCONFIG,
    'index.html': index('root', 'main.tsx'),
    'app.tsx': `import { createRootRoute, createRoute, createRouter, Link, Outlet, redirect, RouterProvider } from '@tanstack/react-router'
import { SignUp } from './sign-up.tsx'

const root = createRootRoute({
  component: () => (
    <>
      <Link to="/">Home</Link> <Link to="/about">About</Link> <Link to="/about" search={{ tab: 2 }}>Tab</Link>
      <SignUp />
      <Outlet />
    </>
  ),
})
const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Welcome</h1> })
const about = createRoute({ getParentRoute: () => root, path: '/about', component: () => <h1>About us</h1> })
const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})
const router = createRouter({ routeTree: root.addChildren([home, about, start]) })
export const App = () => <RouterProvider router={router} />
`,
  }),
  vue: (service: string) => ({
    ...documented('vue', service),
    'package.json': '{ "type": "module" }',
    'vite.config.js': VITE_CONFIG,
    'tsconfig.json': TSCONFIG,
    'index.html': index('app', 'main.ts'),
    'app.ts': `import { defineComponent, h } from 'vue'
import { RouterLink, RouterView } from 'vue-router'
import { signUp } from './sign-up.ts'

export const App = defineComponent(() => () => [
  h(RouterLink, { to: '/' }, () => 'Home'),
  h(RouterLink, { to: '/about' }, () => 'About'),
  h(RouterLink, { to: '/about?tab=2' }, () => 'Tab'),
  h('button', { onClick: signUp }, 'Sign up'),
  h(RouterView),
])
`,
    'router.ts': `import { defineComponent, h } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'

export const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: defineComponent(() => () => h('h1', 'Welcome')) },
    { path: '/about', component: defineComponent(() => () => h('h1', 'About us')) },
    { path: '/start', redirect: '/' },
  ],
})
`,
  }),
  sveltekit(service: string) {
    // The page is there before its code has started, and a click before that is lost.
    const links = (routes: string) => `<script>
  import { onMount } from 'svelte'
  import SignUp from '${routes}/SignUp.svelte'

  onMount(() => {
    document.body.dataset.started = 'true'
  })
</script>

<a href="/">Home</a> <a href="/about">About</a> <a href="/about?tab=2">Tab</a>
<SignUp />
`
    return {
      ...documented('sveltekit', service),
      'package.json': '{ "type": "module" }',
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite'

export default { plugins: [sveltekit()], preview: { allowedHosts: true } }
`,
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>',
      'src/routes/+page.svelte': `${links('.')}<h1>Welcome</h1>\n`,
      'src/routes/about/+page.svelte': `${links('..')}<h1>About us</h1>\n`,
      'src/routes/start/+page.server.js': `import { redirect } from '@sveltejs/kit'

export const load = () => redirect(307, '/')
`,
    }
  },
} as const
