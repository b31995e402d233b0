/** The limits of an installation as its settings say, in the form in which each area takes them. */
import type { NotificationRetention } from '../accounts/notification-retention.ts';
import type { ApprovalLimits } from '../approvals/open.ts';
import type { StorageLimits } from '../booster/storage/files.ts';
import type { RunLimits } from '../runs/run-limits.ts';
import type { RunnerLimits } from '../runs/runner.ts';
import type { BoosterTriggerLimits } from '../triggers/booster-starting.ts';
import type { WebhookLimits } from '../triggers/webhook.ts';
import type { WorkflowLimits } from '../workflows/workflow-limits.ts';
import type { Config } from './config.ts';
import { limits, type Tier } from './limits.ts';

export function storageLimits(config: Config): StorageLimits {
  return {
    fileBytes: config.fileBytes,
    metadataBytes: config.metadataBytes,
    ids: config.fileIds,
    listedFiles: { default: config.listedFiles, most: config.listedFilesMost },
    linkMinutes: config.linkMinutes,
    directUploadMinutes: config.directUploadMinutes,
    directUpload: config.directUpload,
  };
}

export function notificationRetention(config: Config): NotificationRetention {
  return { days: config.notificationRetentionDays, readDays: config.readNotificationRetentionDays };
}

export function approvalLimits(config: Config): ApprovalLimits {
  return {
    dataCharacters: config.approvalDataCharacters,
    commentCharacters: config.approvalCommentCharacters,
    listed: { default: config.listedApprovals, most: config.listedApprovalsMost },
  };
}

export function webhookLimits(config: Config): WebhookLimits {
  const { webhookCallsMinute: minute, webhookCallsHour: hour, webhookCallsDay: day } = config;
  return {
    inputCharacters: config.runInputCharacters,
    queued: config.queuedRuns,
    queuedPerUser: config.queuedRunsPerUser,
    files: config.webhookFiles,
    fileLevels: config.webhookFileLevels,
    calls: config.rateLimits ? { minute, hour, day } : undefined,
  };
}

export function workflowLimits(config: Config): WorkflowLimits {
  return {
    nodes: config.workflowNodes,
    definitionCharacters: config.definitionCharacters,
    definitionValues: config.definitionValues,
    templateCharacters: config.templateCharacters,
    revisions: config.workflowRevisions,
    noteCharacters: config.noteCharacters,
    importNameCharacters: config.importNameCharacters,
    cronCharacters: config.cronCharacters,
    scheduleIntervalMinutes: config.scheduleMinutes,
    approvalHours: { default: config.approvalHours, most: config.approvalHoursMost },
  };
}

export function runLimits(config: Config): RunLimits {
  return {
    ...limits.run,
    inputCharacters: config.runInputCharacters,
    steps: config.runSteps,
    stepsAtOnce: config.runStepsAtOnce,
    loopItems: config.loopItems,
    seconds: config.runSeconds,
    shownCharacters: config.stepOutputCharacters,
    shownInLoopCharacters: config.loopStepOutputCharacters,
  };
}

export function boosterTriggerLimits(config: Config): BoosterTriggerLimits {
  return {
    triggerDepth: limits.run.triggerDepth,
    runsPerRoot: config.runsPerCause,
    queuedPerUser: config.queuedRunsPerUser,
  };
}

export function runnerLimits(config: Config): RunnerLimits {
  return { atOnce: config.runsAtOnce, inMemory: config.runsInMemory };
}

export function requestsPerMinute(config: Config): Record<Tier, number> {
  return {
    default: config.requestsDefault,
    high: config.requestsHigh,
    low: config.requestsLow,
    webhook: config.requestsWebhook,
  };
}
