// Projects, or boards, and their labels.

import { z } from 'zod';
import { BoardFilter } from './board-filters.ts';
import { page, projectId } from './columns.ts';
import { color, defaultColor } from './events.ts';
import { textLimits } from './limits.ts';
import { route } from './route.ts';
import { filled, id, instant, listOf, text, version } from './text.ts';

/** How many there can be: projects of a user, labels of a project. */
export const projectLimits = { projects: 10_000, labels: 100 } as const;

/** How many labels a card can have. */
export const labelsPerCard = 50;

export const Label = z
  .object({ id, projectId: z.string(), name: z.string(), color })
  .meta({ id: 'Label', description: 'A label of a project, which its cards can have' });

export type Label = z.infer<typeof Label>;

export const Project = z
  .object({
    id: z.string().meta({ description: 'What columns and cards name as `projectId`' }),
    name: z.string(),
    description: z.string().nullable().meta({ description: 'Markdown' }),
    color,
    isArchived: z.boolean(),
    labels: z.array(Label).meta({ description: 'In the order in which they were made' }),
    filters: z.array(BoardFilter).meta({ description: 'Saved ones, in the order in which they were made' }),
    columnCount: z.int().min(0),
    cardCount: z.int().min(0).meta({ description: 'Without archived cards' }),
    version: version.meta({ description: 'Grows when it, one of its labels or of its filters changes' }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Project', description: 'A board' });

export type Project = z.infer<typeof Project>;

const name = filled(textLimits.name);

const writable = {
  description: text(textLimits.projectDescription).nullable().optional().meta({ description: 'Markdown' }),
  color: color
    .nullable()
    .optional()
    .meta({ description: `A CSS colour name in lower case, or #rrggbb; null: ${defaultColor}` }),
  isArchived: z.boolean('must be true or false').optional(),
};

export const CreateProject = z
  .strictObject({ name, ...writable, id: projectId.optional().meta({ description: 'A UUIDv7 when absent' }) })
  .meta({ id: 'CreateProject', examples: [{ name: 'Website', color: 'teal' }] });

export type CreateProject = z.infer<typeof CreateProject>;

export const UpdateProject = z
  .strictObject({
    name: name.optional(),
    ...writable,
    id: z.never('stays, whatever the name').optional(),
    labels: z.never('are changed with the routes under /api/projects/:id/labels').optional(),
    filters: z.never('are changed with the routes under /api/projects/:id/filters').optional(),
  })
  .meta({
    id: 'UpdateProject',
    description: 'What shall change. An absent field is kept',
    examples: [{ name: 'The website' }, { isArchived: true }],
  });

export type UpdateProject = z.infer<typeof UpdateProject>;

export const ProjectQuery = z.strictObject({
  archived: z
    .enum(['true', 'false', 'all'], 'must be true, false or all')
    .optional()
    .meta({ description: 'Only projects that are archived (`true`), only others (`false`), or both (`all`, when absent)' }),
  ...page,
});

export type ProjectQuery = z.infer<typeof ProjectQuery>;

export const ProjectList = listOf(Project).meta({ id: 'ProjectList' });

export type ProjectList = z.infer<typeof ProjectList>;

const labelName = filled(textLimits.label);

export const CreateLabel = z
  .strictObject({ name: labelName, color: color.nullish().meta({ description: `${defaultColor} when absent, or null` }) })
  .meta({ id: 'CreateLabel', examples: [{ name: 'Bug', color: 'crimson' }] });

export type CreateLabel = z.infer<typeof CreateLabel>;

export const UpdateLabel = z
  .strictObject({ name: labelName.optional(), color: color.nullish().meta({ description: `null: ${defaultColor}` }) })
  .meta({ id: 'UpdateLabel', description: 'What shall change. An absent field is kept', examples: [{ color: 'teal' }] });

export type UpdateLabel = z.infer<typeof UpdateLabel>;

export const LabelQuery = z.strictObject(page);

export type LabelQuery = z.infer<typeof LabelQuery>;

export const LabelList = listOf(Label).meta({ id: 'LabelList' });

export type LabelList = z.infer<typeof LabelList>;

const common = { access: 'user', tag: 'Projects' } as const;

const encoded = 'The id is percent-encoded as one segment of the path.';

const labelChange = 'It makes a new version of the project, whose `labels` they are; the change feed tells of that.';

export const projectsApi = {
  listProjects: route('listProjects', {
    ...common,
    scope: 'boards:read',
    summary: 'List projects',
    description: 'By name.',
    query: ProjectQuery,
    status: 200,
    reply: ProjectList,
  }),
  createProject: route('createProject', {
    ...common,
    scope: 'boards:write',
    summary: 'Create a project',
    description: `A column that names a project that there is not makes one as well. There can be ${projectLimits.projects}.`,
    body: CreateProject,
    status: 201,
    reply: Project,
    versioned: true,
    creates: true,
    location: (project) => `/api/projects/${encodeURIComponent(project.id)}`,
    errors: ['conflict'],
  }),
  readProject: route('readProject', {
    ...common,
    scope: 'boards:read',
    summary: 'Read a project',
    description: encoded,
    status: 200,
    reply: Project,
    versioned: true,
    derived: true,
  }),
  updateProject: route('updateProject', {
    ...common,
    scope: 'boards:write',
    summary: 'Change a project',
    description: `${encoded} An update that changes nothing keeps the version.`,
    body: UpdateProject,
    status: 200,
    reply: Project,
    versioned: true,
  }),
  deleteProject: route('deleteProject', {
    ...common,
    scope: 'boards:delete',
    summary: 'Delete a project with all that it holds',
    description:
      'For good, and in one write: its labels and columns, their cards, and the attachments and files of these. `POST /api/trash` puts ' +
      `it into the trash instead. ${encoded} One called \`.\` or \`..\`, which no address can name, can be put into the trash.`,
    status: 204,
    versioned: true,
  }),
  listLabels: route('listLabels', {
    ...common,
    scope: 'boards:read',
    summary: 'List the labels of a project',
    description: 'In the order in which they were made.',
    query: LabelQuery,
    status: 200,
    reply: LabelList,
  }),
  createLabel: route('createLabel', {
    ...common,
    scope: 'boards:write',
    summary: 'Add a label to a project',
    description: `${labelChange} There can be ${projectLimits.labels}.`,
    body: CreateLabel,
    status: 201,
    reply: Label,
    creates: true,
    location: ({ id, projectId }) => `/api/projects/${encodeURIComponent(projectId)}/labels/${id}`,
    errors: ['conflict'],
  }),
  readLabel: route('readLabel', {
    ...common,
    scope: 'boards:read',
    summary: 'Read a label',
    status: 200,
    reply: Label,
  }),
  updateLabel: route('updateLabel', {
    ...common,
    scope: 'boards:write',
    summary: 'Change a label',
    description: labelChange,
    body: UpdateLabel,
    status: 200,
    reply: Label,
  }),
  deleteLabel: route('deleteLabel', {
    ...common,
    scope: 'boards:delete',
    summary: 'Delete a label',
    description:
      `Cards have it no longer, in the versions that they are in: a card shows those of its labels that its project has. ${labelChange} ` +
      'Undoing that gives it back to the cards that had it.',
    status: 204,
  }),
} as const;
