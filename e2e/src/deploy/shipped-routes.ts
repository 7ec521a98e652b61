import { readDeploy, readYaml, readYamlDocuments } from './files.ts'
import type { HealthCheck, Route } from './readiness-proxy.ts'

/** Which origins stand for what the shipped files name: `footfall` and `footfall-mcp`, or `api-1:3000` and so on. */
export type Backends = Readonly<Record<string, readonly string[]>>

/** What Kubernetes does unless the manifest says otherwise. */
const KUBERNETES_DEFAULTS = { periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 3 }

/** The routes of the shipped manifests: the paths of the Ingress, the Services behind them, and their pods' readiness. */
export function kubernetesRoutes(backends: Backends): readonly Route[] {
  const kustomization = readYaml('kubernetes/kustomization.yaml')
  const manifests = kustomization.resources.flatMap((name: string) => readYamlDocuments(`kubernetes/${name}`))
  const named = (kinds: readonly string[], name: string) => {
    const found = manifests.find(
      ({ kind, metadata }: { kind: string; metadata: { name: string } }) =>
        kinds.includes(kind) && metadata.name === name,
    )
    if (found === undefined) throw new Error(`There is no ${kinds.join(' or ')} ${name}.`)
    return found
  }
  const { rules } = named(['Ingress'], 'footfall').spec
  return rules[0].http.paths.map((rule: IngressPath): Route => {
    const service = named(['Service'], rule.backend.service.name)
    if (service.spec.publishNotReadyAddresses === true) throw new Error('This Service does not go by readiness.')
    const pods = service.spec.selector['app.kubernetes.io/name']
    const [container] = named(['StatefulSet', 'Deployment'], pods).spec.template.spec.containers
    const probe = { ...KUBERNETES_DEFAULTS, ...container.readinessProbe }
    const prefix = rule.path.replace(/\/$/, '')
    return {
      matches: (path) =>
        path === rule.path || (rule.pathType === 'Prefix' && (path === prefix || path.startsWith(`${prefix}/`))),
      backends: backends[pods] ?? [],
      check: {
        path: probe.httpGet.path,
        periodMs: probe.periodSeconds * 1000,
        timeoutMs: probe.timeoutSeconds * 1000,
        failures: probe.failureThreshold,
      },
    }
  })
}

interface IngressPath {
  readonly path: string
  readonly pathType: 'Exact' | 'Prefix'
  readonly backend: { readonly service: { readonly name: string } }
}

/**
 * The routes of the shipped Caddyfile, for machines without Caddy: its `handle` blocks in order, and the health checks that
 * they import. Throws on what it does not understand, rather than guess.
 */
export function caddyRoutes(backends: Backends): readonly Route[] {
  const text = readDeploy('Caddyfile').replace(/^\s*#.*$/gm, '')
  const checks = new Map(
    blocksOf(text, /^\((\S+)\) $/m).map(({ head, body }) => [
      head,
      body.includes('health_uri') ? checkOf(body) : undefined,
    ]),
  )
  const matchers = new Map([...text.matchAll(/^\s*(@\w+) path (\S+)$/gm)].map(([, name, path]) => [name, path]))
  const handles = blocksOf(text, /^\thandle (\S+ )?$/m)
  if (handles.length === 0) throw new Error('The Caddyfile has no handle blocks.')
  return handles.map(({ head, body }): Route => {
    const pattern = matchers.get(head) ?? head
    const matches = (path: string) =>
      pattern === '' || path === pattern || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)))
    const upstreams = /reverse_proxy (.+) \{/.exec(body)?.[1]?.split(' ') ?? []
    const check = checks.get(/import (\S+)/.exec(body)?.[1] ?? '')
    if (upstreams.length > 0 && check === undefined) throw new Error(`${upstreams.join(' ')} has no health check.`)
    return {
      matches,
      backends: upstreams.flatMap((upstream) => backends[upstream] ?? []),
      check: check ?? { path: '/', periodMs: 1_000, timeoutMs: 1_000, failures: 1 },
    }
  })
}

function checkOf(body: string): HealthCheck {
  const value = (name: string) => {
    const found = new RegExp(`${name} (\\S+)`).exec(body)?.[1]
    if (found === undefined) throw new Error(`The Caddyfile has no ${name}.`)
    return found
  }
  const seconds = (name: string) => Number(/^(\d+)s$/.exec(value(name))?.[1]) * 1000
  return {
    path: value('health_uri'),
    periodMs: seconds('health_interval'),
    timeoutMs: seconds('health_timeout'),
    failures: 1,
  }
}

/** Every block whose head matches, with the text between its braces. */
function blocksOf(text: string, head: RegExp): { readonly head: string; readonly body: string }[] {
  const opening = new RegExp(head.source.replace(/\$$/, '\\{'), 'gm')
  return [...text.matchAll(opening)].map((match) => {
    const start = match.index + match[0].length
    let depth = 1
    let end = start
    for (; depth > 0 && end < text.length; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0
    return { head: match[1]?.trim() ?? '', body: text.slice(start, end - 1) }
  })
}
