import type { TokenClaims } from './token-issuer.ts'

/**
 * The claims of the platforms whose workloads get tokens, in the shape that each documents. `aud` is what the workload asks for.
 * Times, `iss` and `jti` are the issuer's, except where a platform has none.
 */
export const WORKLOAD_CLAIMS = {
  /** A job of GitHub Actions on a branch. */
  github: ({ aud = 'https://stats.example', repository = 'acme/site', ref = 'refs/heads/main' } = {}): TokenClaims => ({
    sub: `repo:${repository}:ref:${ref}`,
    aud,
    ref,
    sha: 'e4f1b7a90c2d4d6b8a5f3c1e7d9b0a2c4e6f8091',
    repository,
    repository_owner: repository.split('/')[0],
    repository_owner_id: '1001',
    repository_id: '2002',
    repository_visibility: 'private',
    run_id: '3003',
    run_number: '10',
    run_attempt: '2',
    actor: 'maker',
    actor_id: '12',
    workflow: 'deploy',
    head_ref: '',
    base_ref: '',
    event_name: 'push',
    ref_type: 'branch',
    ref_protected: 'true',
    job_workflow_ref: `${repository}/.github/workflows/deploy.yml@${ref}`,
    runner_environment: 'github-hosted',
  }),

  /** A job of GitLab CI/CD on a branch. */
  gitlab: ({ aud = 'https://stats.example', project = 'acme/site', branch = 'main' } = {}): TokenClaims => ({
    sub: `project_path:${project}:ref_type:branch:ref:${branch}`,
    aud,
    namespace_id: '72',
    namespace_path: project.split('/')[0],
    project_id: '20',
    project_path: project,
    user_id: '1',
    user_login: 'maker',
    user_email: 'maker@example.com',
    pipeline_id: '574',
    pipeline_source: 'push',
    job_id: '302',
    ref: branch,
    ref_type: 'branch',
    ref_path: `refs/heads/${branch}`,
    ref_protected: 'true',
    environment: 'production',
    environment_protected: 'true',
    deployment_tier: 'production',
    runner_id: 1,
    runner_environment: 'gitlab-hosted',
  }),

  /** A service account token that Kubernetes projects into a pod. `aud` is a list. */
  kubernetes: ({ aud = 'https://stats.example', namespace = 'web', account = 'reports' } = {}): TokenClaims => ({
    sub: `system:serviceaccount:${namespace}:${account}`,
    aud: [aud],
    'kubernetes.io': {
      namespace,
      node: { name: 'node-1', uid: '646e7c5e-32d6-4d42-9dbd-e504e6cbe6b1' },
      pod: { name: 'reports-5d4f', uid: '5e0bd49b-f040-43b0-99b7-22765a53f7f3' },
      serviceaccount: { name: account, uid: '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798' },
    },
  }),

  /** A JWT-SVID of SPIFFE: `aud` is a list, and there is no `jti` and no `nbf`. */
  spiffe: ({ aud = 'https://stats.example', id = 'spiffe://acme.example/ns/web/sa/reports' } = {}): TokenClaims => ({
    sub: id,
    aud: [aud],
    jti: undefined,
    nbf: undefined,
  }),
}
