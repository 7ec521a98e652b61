import { BlockList, isIPv6 } from 'node:net'
import { parseSettings, settingList } from '@footfall/config'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { readDeploy, readYaml, readYamlDocuments } from './files.ts'
import { TYPES, typeErrors } from './kubernetes-types.ts'

const kustomization = readYaml('kubernetes/kustomization.yaml')
const files: readonly string[] = kustomization.resources
const manifests = files.flatMap((name) =>
  readYamlDocuments(`kubernetes/${name}`).map((manifest) => ({ name, manifest })),
)
const ofKind = (kind: string) => manifests.map(({ manifest }) => manifest).filter((manifest) => manifest.kind === kind)
const workloads = [...ofKind('StatefulSet'), ...ofKind('Deployment')]
const containersOf = (workload: (typeof workloads)[number]) => {
  const { containers, initContainers = [] } = workload.spec.template.spec
  return [...containers, ...initContainers]
}
const literals = Object.fromEntries(
  kustomization.configMapGenerator[0].literals.map((pair: string) => [
    pair.slice(0, pair.indexOf('=')),
    pair.slice(pair.indexOf('=') + 1),
  ]),
)
/** What the documentation has operators put into the Secret. */
const secret = {
  DATABASE_URL: 'postgres://footfall:x@postgres.example/footfall',
  CLICKHOUSE_URL: 'https://footfall:x@clickhouse.example:8443/default',
  SESSION_SECRET: 's'.repeat(64),
}

describe('the Kubernetes manifests', () => {
  it('the manifests have only types and fields that Kubernetes knows', () => {
    expect(typeErrors(manifests.map(({ manifest }) => manifest))).toEqual([])
    const [{ spec, ...rest }] = workloads
    expect(typeErrors([{ ...rest, spec: { ...spec, replica: 2 } }])).toEqual([expect.stringContaining('"replica"')])
    expect(typeErrors([{ ...rest, spec: { ...spec, replicas: '2' } }])).toEqual([expect.stringContaining("'string'")])
  })

  it('the manifests have the API version of their kind, and are all listed in the kustomization', () => {
    for (const { manifest } of manifests) {
      const group = TYPES[manifest.kind]?.replace('core/', '').replace('networking/', 'networking.k8s.io/')
      expect({ kind: manifest.kind, version: manifest.apiVersion }).toEqual({ kind: manifest.kind, version: group })
    }
    expect([...files].sort()).toEqual([
      'api-server.yaml',
      'ingress.yaml',
      'mcp-server.yaml',
      'network-policies.yaml',
      'service-account.yaml',
      'services.yaml',
    ])
  })

  it('the pods run as an unprivileged user, on a read-only file system, within limits', () => {
    expect(workloads.map(({ metadata }) => metadata.name)).toEqual(['footfall', 'footfall-mcp'])
    for (const workload of workloads) {
      const { securityContext, automountServiceAccountToken } = workload.spec.template.spec
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(automountServiceAccountToken).toBe(false)
      for (const container of containersOf(workload)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
      }
    }
  })

  it('the pods probe each process at its health endpoints, and give it time to stop', () => {
    // A replica that takes events is sent requests, whether or not its databases answer.
    const readiness: Readonly<Record<string, string>> = { footfall: '/readyz/collect', 'footfall-mcp': '/readyz' }
    for (const workload of workloads) {
      const [container] = workload.spec.template.spec.containers
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
        readinessProbe: { httpGet: { path: readiness[workload.metadata.name], port: 'http' } },
      })
      const finishing =
        workload.spec.template.spec.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds
      expect(finishing).toBeGreaterThan(10)
      expect(container.ports).toEqual([
        { name: 'http', containerPort: parseSettings({}).port },
        { name: 'metrics', containerPort: Number(literals.METRICS_PORT) },
      ])
      expect(workload.spec.template.metadata.annotations).toMatchObject({ 'prometheus.io/port': literals.METRICS_PORT })
    }
  })

  it('the pods set only variables that are settings, and take every secret from the Secret', () => {
    const known = settingList().map(({ variable }) => variable)
    expect(known).toEqual(expect.arrayContaining([...Object.keys(literals), ...Object.keys(secret)]))
    expect(parseSettings({ NODE_ENV: 'production', ...literals, ...secret })).toMatchObject({ trustedProxies: 1 })
    for (const workload of workloads)
      for (const { envFrom } of containersOf(workload))
        expect(envFrom).toEqual([{ configMapRef: { name: 'footfall' } }, { secretRef: { name: 'footfall' } }])
    for (const file of files) expect(readDeploy(`kubernetes/${file}`)).not.toMatch(/password|:\/\/\w+:\w+@/i)
    const guide = readDeploy('../docs/deploy.md')
    for (const name of Object.keys(secret)) expect(guide).toContain(`--from-literal=${name}=`)
  })

  it('the pods give each replica the list of replicas and its own address', () => {
    const [replicas] = ofKind('StatefulSet')
    const { env } = replicas.spec.template.spec.containers[0]
    const value = (name: string) => env.find((each: { name: string }) => each.name === name).value
    const own = Array.from({ length: replicas.spec.replicas }, (_, i) =>
      value('REPLICA_URL').replace('$(POD_NAME)', `${replicas.metadata.name}-${i}`),
    )
    expect(value('REPLICAS').split(',')).toEqual(own)
    expect(value('REPLICA_URL')).toBe(`http://$(POD_NAME).${replicas.spec.serviceName}:3000`)
    for (const self of own)
      expect(parseSettings({ ...secret, REPLICAS: value('REPLICAS'), REPLICA_URL: self }).replicas).toEqual({
        all: own,
        self,
      })
    const headless = ofKind('Service').find(({ metadata }) => metadata.name === replicas.spec.serviceName)
    expect(headless.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
  })

  it('services and disruption budgets select existing pods, and the ingress selects existing services', () => {
    const labels = workloads.map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name'])
    for (const { spec } of workloads) expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    for (const { spec } of ofKind('Service')) expect(labels).toContain(spec.selector['app.kubernetes.io/name'])
    const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels['app.kubernetes.io/name'])
    expect(budgets.sort()).toEqual(labels.sort())
    for (const { spec } of workloads) expect(spec.replicas).toBeGreaterThan(1)
    const [ingress] = ofKind('Ingress')
    const [rule] = ingress.spec.rules
    expect(
      rule.http.paths.map(({ path, backend }: { path: string; backend: { service: { name: string } } }) => [
        path,
        backend.service.name,
      ]),
    ).toEqual([
      ['/api/mcp', 'footfall-mcp'],
      // What replicas say to each other ends where nobody knows it.
      ['/replica', 'footfall-mcp'],
      ['/', 'footfall'],
    ])
    expect([rule.host, ...ingress.spec.tls[0].hosts]).toEqual(Array(2).fill(new URL(literals.BASE_URL).host))
  })

  describe('network policies', () => {
    const [all, common, replicas] = ofKind('NetworkPolicy').map(({ spec }) => spec)
    const names = (selector: { matchExpressions: { values: string[] }[] }) => selector.matchExpressions[0]?.values

    it('the network policies deny all traffic that no policy allows', () => {
      expect(all).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
      const labels = workloads.map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name'])
      expect(names(common.podSelector)).toEqual(labels)
      for (const spec of [common, replicas]) expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
      for (const { ports } of [common, replicas].flatMap(({ ingress, egress }) => [...ingress, ...egress]))
        expect(ports.length).toBeGreaterThan(0)
      for (const { from } of [common, replicas].flatMap(({ ingress }) => ingress)) expect(from).toHaveLength(1)
    })

    it('the network policies allow requests from the ingress controller and other replicas, and scrapes from Prometheus', () => {
      const allowed = [...common.ingress, ...replicas.ingress].map(({ from, ports }) => [from[0], ports])
      const namespace = (name: string) => ({
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
      })
      expect(allowed).toEqual([
        [namespace('ingress-nginx'), [{ port: 'http' }]],
        [namespace('monitoring'), [{ port: 'metrics' }]],
        [{ podSelector: replicas.podSelector }, [{ port: 'http' }]],
      ])
    })

    it('the network policies let both processes reach DNS and the stores in the Secret', () => {
      const open = common.egress.flatMap(({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port))
      expect(open.sort((a: number, b: number) => a - b)).toEqual([53, 53, 5432, 8123, 8443])
      expect(open).toContain(Number(new URL(secret.CLICKHOUSE_URL).port))
      expect(open).toContain(Number(new URL(secret.DATABASE_URL).port || 5432))
    })

    it('the network policies let only the service reach https and mail outside, and no private address', () => {
      const [others, outside] = replicas.egress
      expect(others).toEqual({ to: [{ podSelector: replicas.podSelector }], ports: [{ port: 'http' }] })
      expect(outside.ports).toEqual([{ port: 443 }, { port: 465 }, { port: 587 }])
      const blocks = outside.to.map(({ ipBlock }: { ipBlock: { cidr: string; except: string[] } }) => {
        const [base = '', bits] = ipBlock.cidr.split('/')
        const family = isIPv6(base) ? ('ipv6' as const) : ('ipv4' as const)
        const list = new BlockList()
        for (const range of ipBlock.except) {
          const [address = '', prefix] = range.split('/')
          list.addSubnet(address, Number(prefix), family)
        }
        return { bits, family, list }
      })
      expect(blocks.map(({ bits, family }: (typeof blocks)[number]) => [family, bits])).toEqual([
        ['ipv4', '0'],
        ['ipv6', '0'],
      ])
      const isReached = (address: string) =>
        blocks.some(
          ({ family, list }: (typeof blocks)[number]) =>
            family === (isIPv6(address) ? 'ipv6' : 'ipv4') && !list.check(address, family),
        )
      for (const inside of ['10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1'])
        expect({ inside, reached: isReached(inside) }).toEqual({ inside, reached: false })
      for (const inside of ['::1', 'fd00::1', 'fe80::1'])
        expect({ inside, reached: isReached(inside) }).toEqual({ inside, reached: false })
      for (const address of ['203.0.113.5', '2001:db8::1']) expect(isReached(address)).toBe(true)
    })
  })

  it('the pods use the image of this version', () => {
    expect(kustomization.images).toEqual([{ name: 'footfall', newTag: RELEASE_VERSION }])
    expect(readDeploy('compose.yaml')).toContain(`footfall:${RELEASE_VERSION}`)
    expect(readDeploy('Dockerfile')).toContain(`org.opencontainers.image.version="${RELEASE_VERSION}"`)
    for (const workload of workloads) for (const { image } of containersOf(workload)) expect(image).toBe('footfall')
  })
})
